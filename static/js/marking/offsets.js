// The one converter between UTF-16 units (what JavaScript and the DOM count) and Unicode code points
// (what the product stores). Only characters outside the basic plane differ, so their places are the whole
// index: a text without them converts for nothing, any other in one binary search.

const isHigh = (unit) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff;

function astralPlaces(text) {
  const places = [];
  for (const match of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) places.push(match.index);
  return Int32Array.from(places);
}

// How many indexes i, counted from 0, hold test(i); test must be true up to some index and false after.
function countWhile(length, test) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Offsets {
  constructor(text) {
    this.text = text;
    this.astral = /[\ud800-\udbff]/.test(text) ? astralPlaces(text) : new Int32Array(0);
    this.lengthUtf16 = text.length;
    this.length = text.length - this.astral.length;
  }

  // Code points before a UTF-16 offset; an offset in the middle of a pair counts as the pair's start.
  toCodePoints(utf16) {
    const { astral } = this;
    if (!astral.length) return utf16;
    return utf16 - countWhile(astral.length, (i) => astral[i] < utf16);
  }

  // The UTF-16 offset of a code point offset.
  toUtf16(codePoints) {
    const { astral } = this;
    if (!astral.length) return codePoints;
    return codePoints + countWhile(astral.length, (i) => astral[i] - i < codePoints);
  }

  // A UTF-16 offset moved out of the middle of a surrogate pair: to its end, or to its start.
  whole(utf16, forward = false) {
    const inside = utf16 > 0 && isLow(this.text.charCodeAt(utf16)) && isHigh(this.text.charCodeAt(utf16 - 1));
    return inside ? utf16 + (forward ? 1 : -1) : utf16;
  }
}

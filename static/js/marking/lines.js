// Where lines start, in UTF-16 units. A line ends at CR LF, LF, CR, VT, FF, NEL, U+2028 or U+2029 and keeps
// its line end; the lines put together are the text. The empty text has one empty line.

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

export function lineStarts(text) {
  const starts = [0];
  for (const match of text.matchAll(LINE_END)) {
    const next = match.index + match[0].length;
    if (next < text.length) starts.push(next);
  }
  return starts;
}

// The index of the last start that is not after the offset; starts ascend.
export function indexAt(starts, offset) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

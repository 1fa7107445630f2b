// One note as the marking widget reads it. Every offset here is in code points; DOM code converts at its door.
import { isBlank } from "./blanks.js";
import { Offsets } from "./offsets.js";
import { runAt, words } from "./tokens.js";

// Without width and no part of a cluster: soft hyphen, zero-width space, direction marks, word joiner, BOM.
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

export class Note {
  // sentences: ascending [start, end] pairs in code points, as the server counted them.
  constructor(text, sentences = []) {
    this.text = text;
    this.offsets = new Offsets(text);
    this.sentences = sentences;
    this.length = this.offsets.length;
  }

  get words() {
    const { offsets } = this;
    this._words ??= words(this.text).map(([start, end]) => [offsets.toCodePoints(start), offsets.toCodePoints(end)]);
    return this._words;
  }

  slice(start, end) {
    return this.text.slice(this.offsets.toUtf16(start), this.offsets.toUtf16(end));
  }

  blankAt(offset) {
    return isBlank(this.text.codePointAt(this.offsets.toUtf16(offset)));
  }

  // The span without blanks at its ends, inside the note; null where nothing else is in it.
  trim(start, end) {
    let first = Math.max(0, Math.min(start, end));
    let last = Math.min(this.length, Math.max(start, end));
    while (first < last && this.blankAt(first)) first += 1;
    while (last > first && this.blankAt(last - 1)) last -= 1;
    return first < last ? [first, last] : null;
  }

  // A pointer cannot tell before from after a character without width: a drag takes what is seen.
  seen(start, end) {
    const unseen = (offset) => UNSEEN.test(String.fromCodePoint(this.text.codePointAt(this.offsets.toUtf16(offset))));
    let [first, last] = [start, end];
    while (first < last && unseen(first)) first += 1;
    while (last > first && unseen(last - 1)) last -= 1;
    return first < last ? [first, last] : [start, end];
  }

  // The span a person means: trimmed, then grown to whole words or sentences where the unit says so.
  // Growing stops at the run's own edge, so quotes, commas and brackets beside it are never swallowed.
  snap(start, end, unit) {
    const span = this.trim(start, end);
    if (!span || unit === "exact") return span;
    const runs = unit === "sentence" ? this.sentences : this.words;
    const first = runAt(runs, span[0]);
    const last = runAt(runs, span[1] - 1);
    return this.trim(first ? first[0] : span[0], last ? last[1] : span[1]);
  }

  // The word (or sentence) that holds the character at the offset, or null.
  runAt(offset, unit) { return runAt(unit === "sentence" ? this.sentences : this.words, offset); }

  // The word (or sentence) at a place between two characters: the one after it, else the one before it.
  unitAt(offset, unit) {
    return this.runAt(offset, unit) ?? (offset > 0 ? this.runAt(offset - 1, unit) : null);
  }

  // Where the caret stands after one step: by character as a reader sees it (an emoji is one), never in a pair.
  step(offset, forward) {
    const at = this.offsets.toUtf16(offset);
    const from = Math.max(0, this.offsets.whole(forward ? at : at - 64));
    const piece = this.text.slice(from, forward ? at + 64 : at);
    const cells = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(piece)];
    if (!cells.length) return offset;
    const utf16 = forward ? from + cells[0].segment.length : from + cells.at(-1).index;
    return this.offsets.toCodePoints(this.offsets.whole(utf16, forward));
  }
}

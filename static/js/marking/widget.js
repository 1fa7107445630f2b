// The marking widget: a note, the marks on it, and what may be done to them. The annotator's desk and the
// expert's case page both stand on it. Offsets are code points here; the drawing modules get UTF-16 units.
import { Painter } from "./highlights.js";
import { addMark, loadMarks, nudge, redo, removeMark, replaceMarks, resizeMark, spansOf, undo } from "./marks.js";
import { Note } from "./note.js";
import { findSections, sectionAt } from "./sections.js";

export class Marking extends EventTarget {
  // pane: the scrolling region with [data-sheet] > [data-layers] inside; noteText: the note drawn in it.
  // say(key, values): speaks a message to everybody (live region and notice line).
  constructor(pane, { noteText, sentences, spans = [], unit = "word", editable = true, say = () => {}, api }) {
    super();
    this.pane = pane;
    this.sheet = pane.querySelector("[data-sheet]");
    this.note = new Note(noteText.text, sentences);
    this.noteText = noteText;
    this.painter = new Painter(this.noteText, pane.querySelector("[data-layers]"), api);
    this.sections = findSections(noteText.text);
    this.model = loadMarks(spans);
    this.unit = unit;
    this.editable = editable;
    this.say = say;
    this.chosen = null;
    this.painter.paint("heading", this.sections.map(({ start, headEnd }) => [start, headEnd]));
    this.repaint();
  }

  get spans() { return spansOf(this.model); }

  quoted() {
    return this.spans.map(([start, end]) => [start, end, this.note.slice(start, end)]);
  }

  units([start, end]) {
    return [this.note.offsets.toUtf16(start), this.note.offsets.toUtf16(end)];
  }

  mark(id = this.chosen) { return this.model.marks.find((mark) => mark.id === id) ?? null; }

  sectionOf(start) { return sectionAt(this.sections, this.note.offsets.toUtf16(start)); }

  add(start, end, unit = this.unit) { return this.take(() => addMark(this.model, this.note, start, end, unit)); }

  resize(id, start, end, unit = this.unit) {
    return this.take(() => resizeMark(this.model, this.note, id, start, end, unit));
  }

  nudge(id, edge, forward) {
    const mark = this.mark(id);
    if (!mark) return null;
    const [start, end] = nudge(this.note, mark, edge, forward, this.unit);
    return this.resize(id, start, end, "exact");
  }

  remove(id) {
    const result = this.take(() => removeMark(this.model, id));
    if (result) this.say("removed");
    return result;
  }

  // always: a step to undo even where the marks stay as they are.
  replace(spans, always = false) { return this.take(() => replaceMarks(this.model, spans, always)); }

  undo() { return this.travel(undo, "undone", "nothing_to_undo"); }

  redo() { return this.travel(redo, "redone", "nothing_to_redo"); }

  // Show the server's marks: a new beginning, nothing to undo.
  load(spans) {
    this.model = loadMarks(spans);
    this.chosen = null;
    this.repaint();
    this.emit("marks");
  }

  travel(move, done, none) {
    if (!this.editable) return;
    const model = move(this.model);
    if (model === this.model) { this.say(none); return; }
    this.model = model;
    this.say(done);
    this.settle();
  }

  take(act) {
    if (!this.editable) { this.say("locked"); return null; }
    const result = act();
    const before = this.model;
    this.model = result.model;
    if (result.id !== null) this.chosen = result.id;
    if (result.notice) this.say(result.notice.code, { n: result.notice.count });
    else if (result.id !== null) {
      const mark = this.mark(result.id);
      this.say("marked", { quote: this.note.slice(mark.start, Math.min(mark.end, mark.start + 80)) });
    }
    this.settle(before !== this.model);
    return result;
  }

  settle(changed = true) {
    if (!this.mark()) this.chosen = null;
    this.repaint();
    if (changed) this.emit("marks");
    this.emit("chosen");
  }

  emit(name) { this.dispatchEvent(new Event(name)); }

  // Make a mark the chosen one; scroll to it where asked.
  choose(id, scroll = false) {
    this.chosen = id;
    this.repaint();
    this.emit("chosen");
    const mark = this.mark();
    if (mark && scroll) this.reveal(mark.start, mark.end);
  }

  // Choose the next or previous mark in the order of the text.
  walk(forward) {
    const order = [...this.model.marks].sort((one, other) => one.start - other.start);
    if (!order.length) { this.say("no_marks"); return; }
    const at = order.findIndex((mark) => mark.id === this.chosen);
    const next = at < 0 ? (forward ? 0 : order.length - 1) : (at + (forward ? 1 : -1) + order.length) % order.length;
    this.choose(order[next].id, true);
  }

  repaint() {
    const marks = this.model.marks.map((mark) => [mark.id === this.chosen, this.units([mark.start, mark.end])]);
    this.painter.paint("mark", marks.filter(([chosen]) => !chosen).map(([, span]) => span));
    const chosen = marks.filter(([is]) => is).map(([, span]) => span);
    this.painter.paint("chosen", chosen);
    this.painter.outline("frame", chosen);
  }

  // A span while it is being made or resized; null takes it away.
  reach(span) { this.painter.paint("reach", span ? [this.units(span)] : []); }

  // Scroll so that a span of code points stands in the upper half of the pane.
  reveal(start, end = start) {
    const [from, to] = this.units([start, end]);
    const rect = this.noteText.range(from, to).getBoundingClientRect();
    const pane = this.pane.getBoundingClientRect();
    if (rect.top >= pane.top + 24 && rect.bottom <= pane.bottom - 24) return;
    const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches && Math.abs(rect.top - pane.top) < 3000;
    this.pane.scrollTo({ top: this.pane.scrollTop + rect.top - pane.top - pane.height / 3, behavior: smooth ? "smooth" : "auto" });
  }
}

// Marking with the keyboard alone: a caret of our own in a mode that is switched on and off. The browser's
// selection is not used, since Shift and an arrow do nothing to a collapsed one in Chromium.
import { offsetFromPoint } from "./hit.js";
import { indexAt } from "./lines.js";
import { stopAfter, stopBefore } from "./tokens.js";

const VERTICAL = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]);

const MOVES = {
  ArrowLeft: (caret, ctrl) => (ctrl ? stopBefore(caret.note.words, caret.at) : caret.note.step(caret.at, false)),
  ArrowRight: (caret, ctrl) =>
    ctrl ? stopAfter(caret.note.words, caret.at, caret.note.length) : caret.note.step(caret.at, true),
  ArrowUp: (caret, ctrl) => (ctrl ? stopBefore(caret.note.sentences, caret.at) : caret.vertical(-caret.height())),
  ArrowDown: (caret, ctrl) =>
    ctrl ? stopAfter(caret.note.sentences, caret.at, caret.note.length) : caret.vertical(caret.height()),
  Home: (caret, ctrl) => (ctrl ? 0 : caret.lineEdge(false)),
  End: (caret, ctrl) => (ctrl ? caret.note.length : caret.lineEdge(true)),
  PageUp: (caret) => caret.vertical(-caret.marking.pane.clientHeight * 0.8),
  PageDown: (caret) => caret.vertical(caret.marking.pane.clientHeight * 0.8),
};

export class Caret {
  // toggle: the button that switches the mode; its data-label names the note while the mode is on.
  constructor(marking, toggle) {
    Object.assign(this, { marking, toggle, note: marking.note, text: marking.noteText.root });
    this.on = false;
    this.at = 0;
    this.anchor = null;
    this.column = null;
    this.bar = document.createElement("div");
    this.bar.className = "caret";
    this.bar.hidden = true;
    marking.sheet.append(this.bar);
    toggle.addEventListener("click", () => this.set(!this.on));
    this.text.addEventListener("keydown", (event) => this.press(event));
    for (const name of ["focus", "blur"]) this.text.addEventListener(name, () => this.draw(false));
    marking.addEventListener("place", ({ detail }) => this.place(detail));
    new ResizeObserver(() => this.draw(false)).observe(this.text);
  }

  utf16(offset = this.at) { return this.note.offsets.toUtf16(offset); }

  points(utf16) { return this.note.offsets.toCodePoints(this.note.offsets.whole(utf16)); }

  rect() { return this.marking.noteText.caretRect(this.utf16()); }

  height() { return this.rect().height || 20; }

  // The span between anchor and caret, or null where nothing is reached over.
  reach() {
    const { anchor, at } = this;
    return anchor === null || anchor === at ? null : [Math.min(anchor, at), Math.max(anchor, at)];
  }

  set(on) {
    this.on = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    this.marking.pane.classList.toggle("keyboard", on);
    if (on) {
      this.text.setAttribute("role", "application");
      this.text.setAttribute("aria-label", this.toggle.dataset.label);
      this.text.tabIndex = 0;
      this.text.focus({ preventScroll: true });
    } else {
      for (const name of ["role", "aria-label", "tabindex"]) this.text.removeAttribute(name);
      this.anchor = null;
      this.toggle.focus();
    }
    this.marking.say(on ? "caret_on" : "caret_off");
    this.draw();
  }

  place(offset) {
    if (offset === null) return;
    this.at = this.marking.caretAt = offset;
    this.anchor = null;
    if (this.on) this.text.focus({ preventScroll: true });
    this.draw(false);
  }

  draw(follow = true) {
    const shown = this.on && document.activeElement === this.text;
    this.bar.hidden = !shown;
    this.marking.reach(this.on ? this.reach() : null);
    if (!shown) return;
    if (follow) this.marking.reveal(this.at);
    const rect = this.rect();
    const origin = this.marking.sheet.getBoundingClientRect();
    this.bar.style.left = `${rect.left - origin.left}px`;
    this.bar.style.top = `${rect.top - origin.top}px`;
    this.bar.style.height = `${rect.height}px`;
  }

  press(event) {
    if (!this.on || event.altKey) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key;
    const act = MOVES[key] ? () => this.move(event)
      : key === "Escape" ? () => this.escape()
      : key === "Enter" && !ctrl ? () => this.mark()
      : key === "Delete" ? () => this.drop()
      : ctrl && key.toLowerCase() === "a" ? () => this.all() : null;
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  move(event) {
    const ctrl = event.ctrlKey || event.metaKey;
    const to = MOVES[event.key](this, ctrl);
    if (!VERTICAL.has(event.key) || ctrl) this.column = null;
    if (event.shiftKey) this.anchor ??= this.at;
    else this.anchor = null;
    this.at = this.marking.caretAt = to;
    this.draw();
    this.speak();
  }

  vertical(distance) {
    const { pane, noteText } = this.marking;
    const rect = this.rect();
    this.column ??= rect.left;
    let y = rect.top + rect.height / 2 + distance;
    const box = pane.getBoundingClientRect();
    if (y < box.top + rect.height || y > box.bottom - rect.height) {
      const before = pane.scrollTop;
      pane.scrollTop += distance;
      y -= pane.scrollTop - before;
    }
    const offset = offsetFromPoint(noteText, this.column, y);
    return offset === null ? (distance < 0 ? 0 : this.note.length) : this.points(offset);
  }

  lineEdge(end) {
    const { noteText } = this.marking;
    const line = indexAt(noteText.starts, this.utf16());
    const stop = end ? noteText.nodes[line].data.search(/[\r\n\v\f\u0085\u2028\u2029]*$/) : 0;
    return this.points(noteText.starts[line] + stop);
  }

  speak() {
    const [start, end] = this.reach() ?? this.note.unitAt(this.at, "word") ?? [this.at, this.at];
    this.marking.say(this.reach() ? "caret_reach" : "caret_word", { quote: this.note.slice(start, Math.min(end, start + 120)) });
  }

  mark() {
    const unit = this.marking.unit === "sentence" ? "sentence" : "word";
    const span = this.reach() ?? this.note.unitAt(this.at, unit);
    if (!span) return this.marking.say("blank");
    this.anchor = null;
    this.marking.add(...span);
    return this.draw();
  }

  drop() {
    const held = this.marking.model.marks.find((mark) => mark.start <= this.at && this.at <= mark.end);
    if (held) this.marking.remove(held.id);
  }

  all() {
    this.anchor = 0;
    this.at = this.note.length;
    this.draw(false);
    this.speak();
  }

  escape() {
    if (this.anchor === null) return this.set(false);
    this.anchor = null;
    return this.draw();
  }
}

// Marking with a mouse, pen or finger: drag to mark, double click a word, triple click its sentence, click a
// mark to choose it. The browser selects along; its selection counts while the pointer is over the note. Outside, and
// where it stays empty (Chromium beside a zero-width character), the place nearest to the pointer counts.
import { glyphAtPoint, marksAt, offsetFromPoint } from "./hit.js";

const SLACK = 4;

// The selection clipped to the note, as [start, end] in code points, or null where it is empty.
export function selectedSpan(marking, selection = document.getSelection()) {
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  const { noteText, note } = marking;
  if (!range.intersectsNode(noteText.root)) return null;
  const start = note.offsets.toCodePoints(note.offsets.whole(noteText.offsetAt(range.startContainer, range.startOffset)));
  const end = note.offsets.toCodePoints(note.offsets.whole(noteText.offsetAt(range.endContainer, range.endOffset), true));
  return start < end ? [start, end] : null;
}

export function attachDrag(marking) {
  const { pane, noteText, note } = marking;
  let down = null;
  let beforeDouble = null;

  const place = (event) => {
    const offset = offsetFromPoint(noteText, event.clientX, event.clientY);
    return offset === null ? null : note.offsets.toCodePoints(offset);
  };

  function clickMark(event) {
    const glyph = glyphAtPoint(noteText, event.clientX, event.clientY);
    const held = glyph === null ? [] : marksAt(marking.model.marks, note.offsets.toCodePoints(glyph));
    if (!held.length) return marking.choose(null);
    const at = held.findIndex((mark) => mark.id === marking.chosen);
    return marking.choose(held[(at + 1) % held.length].id);
  }

  // The unit under the pointer; a sign that is no word is taken as it is. Beside the text, the nearest unit.
  function markUnit(event, unit) {
    const glyph = glyphAtPoint(noteText, event.clientX, event.clientY);
    const offset = glyph === null ? place(event) : note.offsets.toCodePoints(glyph);
    if (offset === null) return;
    const run = glyph === null ? note.unitAt(offset, unit) : note.runAt(offset, unit);
    if (run) marking.add(...run, unit);
    else if (glyph !== null) marking.add(offset, note.step(offset, true), "exact");
    else marking.say("blank");
  }

  const hasMoved = (event) => Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLACK;

  const over = ({ clientX, clientY }, { left, right, top, bottom }) =>
    clientX > left && clientX < right && clientY > top && clientY < bottom;

  function draggedTo(event) {
    const span = reachedTo(event);
    return span && note.seen(...span);
  }

  function reachedTo(event) {
    const selected = selectedSpan(marking);
    if (selected && over(event, noteText.root.getBoundingClientRect()) && over(event, pane.getBoundingClientRect())) {
      return selected;
    }
    const at = place(event);
    if (down.at === null || at === null) return selected;
    return at === down.at ? null : [Math.min(at, down.at), Math.max(at, down.at)];
  }

  function release(event) {
    const moved = hasMoved(event);
    const clicks = event.detail;
    marking.reach(null);
    if (moved) {
      const span = draggedTo(event);
      if (span) marking.add(...span);
    } else if (event.shiftKey && marking.caretAt !== undefined && place(event) !== null) {
      marking.add(marking.caretAt, place(event));
    } else if (clicks === 2) {
      beforeDouble = marking.model;
      markUnit(event, marking.unit === "sentence" ? "sentence" : "word");
    } else if (clicks === 3) {
      // The double click before it already marked a word: a triple click means the sentence alone.
      if (beforeDouble && marking.editable) marking.model = beforeDouble;
      markUnit(event, "sentence");
      marking.settle();
    } else if (clicks < 2) {
      clickMark(event);
    }
    if (clicks !== 2) beforeDouble = null;
    if (!moved) marking.dispatchEvent(new CustomEvent("place", { detail: place(event) }));
    document.getSelection().removeAllRanges();
  }

  pane.addEventListener("mousedown", (event) => {
    if (event.button !== 0 || event.target.closest("[data-handle]")) return;
    const rect = pane.getBoundingClientRect();
    if (event.clientX > rect.left + pane.clientWidth) return;
    down = { x: event.clientX, y: event.clientY, at: place(event) };
    pane.classList.add("dragging");
  });
  document.addEventListener("mousemove", (event) => {
    if (!down || !marking.editable || !hasMoved(event)) return;
    const span = draggedTo(event);
    marking.reach(span && note.snap(...span, marking.unit));
  });
  document.addEventListener("mouseup", (event) => {
    if (!down || event.button !== 0) return;
    release(event);
    down = null;
    pane.classList.remove("dragging");
  });
  pane.addEventListener("dragstart", (event) => event.preventDefault());
}

// A finger selects with the system's own handles; a button then takes the selection as a mark.
export function attachTouch(marking, button) {
  let touched = false;
  const settle = () => { button.hidden = !touched || !marking.editable || !selectedSpan(marking); };
  marking.pane.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    if (touched) marking.pane.classList.add("touched");
  });
  document.addEventListener("selectionchange", settle);
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    const span = selectedSpan(marking);
    if (span) marking.add(...span);
    document.getSelection().removeAllRanges();
  });
}

// From a place on the screen to a place in the note.

function caretAt(x, y) {
  if (document.caretPositionFromPoint) {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && { node: caret.offsetNode, offset: caret.offset };
  }
  const range = document.caretRangeFromPoint?.(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

// A handle may lie over the text: look through it.
function caretIn(root, x, y) {
  const caret = caretAt(x, y);
  if (!caret || root.contains(caret.node)) return caret;
  root.parentElement.classList.add("probing");
  const below = caretAt(x, y);
  root.parentElement.classList.remove("probing");
  return below;
}

// The nearest place between two characters, in UTF-16 units, clipped to the note; null where none is near.
export function offsetFromPoint(noteText, x, y) {
  const box = noteText.root.getBoundingClientRect();
  if (y < box.top) return 0;
  if (y > box.bottom) return noteText.text.length;
  const pane = noteText.root.closest("[data-pane]").getBoundingClientRect();
  const top = Math.max(box.top, pane.top) + 1;
  const bottom = Math.min(box.bottom, pane.bottom) - 1;
  const caret = caretIn(noteText.root, Math.min(Math.max(x, box.left + 1), box.right - 1), Math.min(Math.max(y, top), bottom));
  return caret && noteText.root.contains(caret.node) ? noteText.offsetAt(caret.node, caret.offset) : null;
}

// The UTF-16 offset of the character whose glyph lies under the place, or null: the caret position is the
// nearest edge, which may belong to the glyph before it, or to none when the place is beside the text.
export function glyphAtPoint(noteText, x, y) {
  const offset = offsetFromPoint(noteText, x, y);
  if (offset === null) return null;
  for (const at of [offset, offset - 1]) {
    if (at < 0 || at >= noteText.text.length) continue;
    for (const rect of noteText.range(at, at + 1).getClientRects()) {
      if (x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom) return at;
    }
  }
  return null;
}

// The marks that hold a code point, the shortest first: of nested or overlapping marks the inner one is meant.
export function marksAt(marks, offset) {
  return marks
    .filter((mark) => mark.start <= offset && offset < mark.end)
    .sort((one, other) => one.end - one.start - (other.end - other.start));
}

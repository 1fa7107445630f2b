// The two ends of the chosen mark, to be dragged: dots above its start and below its end, between the lines,
// where no drag over words begins. The keyboard does the same in the evidence list.
import { lineRects } from "./boxes.js";
import { offsetFromPoint } from "./hit.js";

const SLACK = 4;

export function attachHandles(marking) {
  const { sheet, noteText, note, pane } = marking;
  const handles = ["start", "end"].map((edge) => {
    const handle = document.createElement("div");
    handle.className = "handle";
    handle.dataset.handle = edge;
    handle.setAttribute("aria-hidden", "true");
    handle.hidden = true;
    sheet.append(handle);
    return handle;
  });
  let drag = null;

  function stand(handle, rect, side, edge) {
    const origin = sheet.getBoundingClientRect();
    handle.hidden = !rect;
    if (!rect) return;
    handle.style.left = `${rect[side] - origin.left}px`;
    handle.style.top = `${rect[edge] - origin.top}px`;
  }

  function settle() {
    const mark = marking.editable ? marking.mark() : null;
    const rects = mark ? lineRects(noteText.range(...marking.units([mark.start, mark.end]))) : [];
    stand(handles[0], rects[0], "left", "top");
    stand(handles[1], rects.at(-1), "right", "bottom");
  }

  function spanAt(event) {
    const offset = offsetFromPoint(noteText, event.clientX, event.clientY);
    if (offset === null) return drag.span;
    const place = note.offsets.toCodePoints(note.offsets.whole(offset));
    const { mark } = drag;
    return drag.edge === "start" ? [Math.min(place, mark.end - 1), mark.end] : [mark.start, Math.max(place, mark.start + 1)];
  }

  function move(event) {
    if (!drag.span && Math.abs(event.clientX - drag.x) + Math.abs(event.clientY - drag.y) < SLACK) return;
    drag.span = spanAt(event);
    marking.reach(note.snap(...drag.span, marking.unit));
    const box = pane.getBoundingClientRect();
    if (event.clientY < box.top + 24) pane.scrollBy(0, -16);
    if (event.clientY > box.bottom - 24) pane.scrollBy(0, 16);
  }

  function end(keep) {
    const { mark, span, handle } = drag;
    drag = null;
    handle.classList.remove("held");
    marking.reach(null);
    if (keep && span && (span[0] !== mark.start || span[1] !== mark.end)) marking.resize(mark.id, ...span);
    settle();
  }

  for (const handle of handles) {
    handle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !marking.mark()) return;
      event.preventDefault();
      event.stopPropagation();
      handle.setPointerCapture(event.pointerId);
      handle.classList.add("held");
      const { clientX: x, clientY: y } = event;
      drag = { handle, edge: handle.dataset.handle, mark: marking.mark(), span: null, x, y };
    });
    handle.addEventListener("pointermove", (event) => { if (drag?.handle === handle) move(event); });
    handle.addEventListener("pointerup", () => { if (drag?.handle === handle) end(true); });
    handle.addEventListener("pointercancel", () => { if (drag?.handle === handle) end(false); });
  }
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && drag) end(false); });
  marking.addEventListener("chosen", settle);
  marking.addEventListener("marks", settle);
  new ResizeObserver(settle).observe(noteText.root);
}

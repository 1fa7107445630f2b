// The list of marks: each with its quote and section, to jump to, resize by keys, and remove.
import { rove } from "../marking/rove.js";

const LONGEST = 180;

export function attachEvidence(marking, list, none, words) {
  const rows = new Map();
  const stand = rove(list);

  function build(id) {
    const row = document.getElementById("evidence-row").content.firstElementChild.cloneNode(true);
    const jump = row.querySelector("[data-jump]");
    const quote = row.querySelector("q");
    const section = row.querySelector("small");
    const remove = row.querySelector("[data-remove]");
    jump.addEventListener("click", () => marking.choose(id, true));
    jump.addEventListener("keydown", (event) => press(event, id));
    remove.addEventListener("click", () => drop(id));
    return { row, jump, quote, section, remove };
  }

  function drop(id) {
    const next = rows.get(id).row.nextElementSibling ?? rows.get(id).row.previousElementSibling;
    marking.remove(id);
    (next ? next.querySelector("[data-jump]") : list).focus();
  }

  function press(event, id) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const forward = event.key === "ArrowRight";
    if (forward || event.key === "ArrowLeft") marking.nudge(id, event.shiftKey ? "start" : "end", forward);
    else if (event.key === "Delete") drop(id);
    else return;
    event.preventDefault();
  }

  function fill(part, mark) {
    const text = marking.note.slice(mark.start, Math.min(mark.end, mark.start + LONGEST));
    const quote = text + (mark.end - mark.start > LONGEST ? "…" : "");
    if (part.quote.textContent !== quote) part.quote.textContent = quote;
    part.section.textContent = marking.sectionOf(mark.start)?.title ?? "";
    part.remove.setAttribute("aria-label", words("remove", { quote: quote.slice(0, 60) }));
  }

  function marks() {
    const left = new Set(rows.keys());
    let before = null;
    for (const mark of marking.model.marks) {
      left.delete(mark.id);
      if (!rows.has(mark.id)) rows.set(mark.id, { ...build(mark.id), at: null });
      const part = rows.get(mark.id);
      if (part.at !== `${mark.start}-${mark.end}`) fill(part, mark);
      part.at = `${mark.start}-${mark.end}`;
      part.remove.hidden = !marking.editable;
      const place = before ? before.nextElementSibling : list.firstElementChild;
      if (place !== part.row) list.insertBefore(part.row, place);
      before = part.row;
    }
    for (const id of left) { rows.get(id).row.remove(); rows.delete(id); }
    none.hidden = rows.size > 0;
    stand();
    chosen();
  }

  let shown = null;
  function chosen() {
    if (shown !== marking.chosen) rows.get(shown)?.jump.removeAttribute("aria-current");
    shown = marking.chosen;
    const part = rows.get(shown);
    if (!part) return;
    part.jump.setAttribute("aria-current", "true");
    stand(part.row);
    part.row.scrollIntoView({ block: "nearest" });
  }

  marking.addEventListener("marks", marks);
  marking.addEventListener("chosen", chosen);
  marks();
}

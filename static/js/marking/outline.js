// The outline: every section of the note with the number of marks in it; the one being read is current.
import { rove } from "./rove.js";
import { sectionAt } from "./sections.js";

// list: an empty <ul>; each section becomes a button with the number of marks in it.
export function attachOutline(marking, list, none) {
  const { sections, pane, note } = marking;
  const rows = sections.map((section) => {
    const row = document.createElement("li");
    const button = document.createElement("button");
    const dot = document.createElement("span");
    button.type = "button";
    button.className = "plain";
    button.textContent = section.title;
    dot.className = "dot";
    button.append(dot);
    button.addEventListener("click", () => {
      const start = note.offsets.toCodePoints(section.start);
      const rect = marking.noteText.range(section.start, section.headEnd).getBoundingClientRect();
      pane.scrollTo({ top: pane.scrollTop + rect.top - pane.getBoundingClientRect().top - 16 });
      marking.dispatchEvent(new CustomEvent("place", { detail: start }));
      const nav = list.closest("[popover]");
      if (nav?.matches(":popover-open")) nav.hidePopover();
    });
    row.append(button);
    return { row, button, dot };
  });
  list.replaceChildren(...rows.map(({ row }) => row));
  const stand = rove(list);
  none.hidden = sections.length > 0;

  function countMarks() {
    const counts = new Map();
    for (const { start } of marking.model.marks) {
      const section = marking.sectionOf(start);
      counts.set(section, (counts.get(section) ?? 0) + 1);
    }
    rows.forEach(({ dot }, i) => {
      const n = counts.get(sections[i]) ?? 0;
      dot.textContent = n || "";
      if (n) dot.title = list.dataset.marks.replace("{n}", n);
    });
  }

  let current = null;
  function follow() {
    const section = sectionAt(sections, marking.noteText.firstVisible(pane) + 1);
    if (section === current) return;
    current = section;
    rows.forEach(({ row, button }, i) => {
      if (sections[i] !== section) { button.removeAttribute("aria-current"); return; }
      button.setAttribute("aria-current", "true");
      if (!list.contains(document.activeElement)) stand(row);
    });
  }

  let waiting = false;
  if (sections.length) pane.addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; follow(); });
  }, { passive: true });
  marking.addEventListener("marks", countMarks);
  countMarks();
  if (sections.length) requestAnimationFrame(follow);
}

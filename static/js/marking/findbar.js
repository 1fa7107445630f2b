// Find in the note: count, next and previous, and a hit taken as a mark exactly as it is.
import { findAll } from "./find.js";
import { sectionAt } from "./sections.js";

// root holds [data-find-input], [data-find-count], [data-find-previous], [data-find-next], [data-find-mark].
export function attachFind(marking, root) {
  const part = (name) => root.querySelector(`[data-find-${name}]`);
  const [input, count, previous, next, markHit] = ["input", "count", "previous", "next", "mark"].map(part);
  const { note, painter } = marking;
  let hits = [];
  let now = -1;

  function show(scroll) {
    painter.paint("find", hits.filter((_, i) => i !== now));
    painter.paint("find-now", now < 0 ? [] : [hits[now]]);
    count.textContent = input.value ? count.dataset.sentence.replace("{now}", now + 1).replace("{all}", hits.length) : "";
    for (const button of [previous, next, markHit]) button.disabled = !hits.length;
    markHit.hidden = !hits.length || !marking.editable;
    if (scroll && now >= 0) marking.reveal(...hits[now].map((offset) => note.offsets.toCodePoints(offset)));
  }

  function seek() {
    hits = findAll(note.text, input.value);
    const top = marking.noteText.firstVisible(marking.pane);
    now = hits.length ? Math.max(0, hits.findIndex(([start]) => start >= top)) : -1;
    show(true);
  }

  function step(by) {
    if (!hits.length) return;
    now = (now + by + hits.length) % hits.length;
    show(true);
    const section = sectionAt(marking.sections, hits[now][0]);
    marking.say("hit", { n: now + 1, all: hits.length, section: section?.title ?? "" });
  }

  function clear() {
    input.value = "";
    seek();
    marking.pane.focus({ preventScroll: true });
  }

  input.addEventListener("input", seek);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); step(event.shiftKey ? -1 : 1); }
    if (event.key === "Escape") { event.preventDefault(); clear(); }
  });
  next.addEventListener("click", () => step(1));
  previous.addEventListener("click", () => step(-1));
  markHit.addEventListener("click", () => {
    if (now >= 0) marking.add(...hits[now].map((offset) => note.offsets.toCodePoints(offset)), "exact");
  });
  show(false);
  return { focus: () => { input.focus(); input.select(); } };
}

// The page's sentences for scripts: the template writes them into a <template>, so that they are translated
// like every other string.

export function wordsFrom(element) {
  const rows = [...element.content.querySelectorAll("[data-key]")];
  const sentences = Object.fromEntries(rows.map((row) => [row.dataset.key, row.textContent]));
  return (key, values = {}) => {
    const sentence = sentences[key] ?? "";
    return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  };
}

// Speaks to everybody: a live region always, and a line over the note for what a person must see, until the next
// thing is done. (A caret that moves on does nothing.)
export function speaker(words, live, notice) {
  const seen = new Set(["joined", "already", "blank", "locked", "nothing_to_undo", "nothing_to_redo", "no_marks"]);
  let timer;
  return (key, values) => {
    const sentence = words(key, values);
    live.textContent = sentence;
    if (key.startsWith("caret")) return;
    clearTimeout(timer);
    notice.hidden = !seen.has(key);
    if (notice.hidden) return;
    notice.textContent = sentence;
    timer = setTimeout(() => { notice.hidden = true; }, 4000);
  };
}

const SIZES = ["small", "normal", "large", "larger", "largest"];

// A preference of this browser: the only thing about reading that is kept in it.
export function attachTextSize(pane, root) {
  let size = SIZES.indexOf(localStorage.getItem("note-size"));
  if (size < 0) size = 1;
  const set = (value) => {
    size = Math.min(SIZES.length - 1, Math.max(0, value));
    pane.dataset.size = SIZES[size];
    localStorage.setItem("note-size", SIZES[size]);
  };
  root.querySelector("[data-size-down]").addEventListener("click", () => set(size - 1));
  root.querySelector("[data-size-up]").addEventListener("click", () => set(size + 1));
  set(size);
}

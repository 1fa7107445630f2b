// Keys that act on the whole desk. They never fire while somebody types, while a dialog is open, or where a
// control has its own use for the key. `?` lists them.

const TYPING = 'input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select, [contenteditable]';

export const isTyping = (target) => target instanceof Element && Boolean(target.closest(TYPING));

// keys: [{ key, ctrl, shift, words, act }]; key as in KeyboardEvent.key, letters in lower case.
export function attachShortcuts(keys, { dialog }) {
  const single = dialog.querySelector("[data-single-keys]");
  single.checked = localStorage.getItem("single-keys") !== "off";
  single.addEventListener("change", () => localStorage.setItem("single-keys", single.checked ? "on" : "off"));

  const matches = (entry, event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (entry.key !== key || event.altKey) return false;
    if (Boolean(entry.ctrl) !== (event.ctrlKey || event.metaKey)) return false;
    return entry.shift === undefined || entry.shift === event.shiftKey;
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const entry = keys.find((one) => matches(one, event));
    if (!entry || (!entry.ctrl && !single.checked && entry.key !== "?")) return;
    if (entry.ctrl && entry.key === "Enter" && event.repeat) return;
    event.preventDefault();
    entry.act();
  });
}

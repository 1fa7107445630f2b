// A list whose rows hold buttons is one stop of the Tab key: arrows, Home and End go from row to row, and the
// buttons of the row that one stands on are the only ones that Tab meets.

const rowIn = (list, target) => [...list.children].find((row) => row.contains(target));

// Returns stand(row): make a row the one that Tab meets; without a row, see to it that there is one.
export function rove(list) {
  let now = null;

  function stand(row) {
    if (!row && now?.parentElement === list) return;
    for (const button of now?.querySelectorAll("button") ?? []) button.tabIndex = -1;
    now = row ?? list.firstElementChild;
    for (const button of now?.querySelectorAll("button") ?? []) button.tabIndex = 0;
  }

  list.addEventListener("focusin", ({ target }) => { const row = rowIn(list, target); if (row) stand(row); });
  list.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const row = rowIn(list, target);
    if (!row || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const next = {
      ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling,
      Home: list.firstElementChild, End: list.lastElementChild,
    }[key];
    if (next === undefined) return;
    event.preventDefault();
    next?.querySelector("button").focus();
  });
  for (const button of list.querySelectorAll("button")) button.tabIndex = -1;
  stand();
  return stand;
}

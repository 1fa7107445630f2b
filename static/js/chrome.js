// The frame around every page: the menu closes when left, and the theme choice is kept.
// The theme is a preference of the browser, so it lives in a cookie that the server reads when it
// draws the page: no flash of the other theme.

function keepTheme(choice) {
  const root = document.documentElement;
  if (choice === "auto") delete root.dataset.theme;
  else root.dataset.theme = choice;
  const age = choice === "auto" ? 0 : 60 * 60 * 24 * 365;
  document.cookie = `theme=${choice}; path=/; max-age=${age}; SameSite=Lax`;
}

for (const group of document.querySelectorAll("[data-theme-switch]")) {
  group.addEventListener("change", (event) => keepTheme(event.target.value));
}

for (const menu of document.querySelectorAll("[data-menu]")) {
  const close = () => { menu.open = false; };
  document.addEventListener("pointerdown", (event) => { if (!menu.contains(event.target)) close(); });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    close();
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) close();
  });
}

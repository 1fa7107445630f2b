// Dialogs and drawers: a button with data-opens="#id" opens one, data-closes inside closes it.

for (const opener of document.querySelectorAll("[data-opens]")) {
  opener.addEventListener("click", () => document.querySelector(opener.dataset.opens).showModal());
}

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target.closest("[data-closes]") || event.target === dialog) dialog.close();
  });
}

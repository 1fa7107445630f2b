// Log in again without leaving the page: the same person only, and with the new CSRF token afterwards.
import { keepCsrfToken, send, Unreachable } from "./http.js";

export function attachSignIn(dialog, { url, username, words, done }) {
  const form = dialog.querySelector("form");
  const error = dialog.querySelector("[data-error]");
  const password = form.elements.password;

  async function submit(event) {
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "yes";
    error.hidden = true;
    try {
      const { status, body } = await send("POST", url, { username, password: password.value });
      if (status === 200) {
        keepCsrfToken(body.csrf);
        password.value = "";
        dialog.close();
        done(body);
        return;
      }
      error.textContent = status === 409 ? words("other_person") : body?.message ?? words("try_again");
    } catch (problem) {
      if (!(problem instanceof Unreachable)) throw problem;
      error.textContent = words("try_again");
    } finally {
      delete form.dataset.busy;
    }
    error.hidden = false;
    password.focus();
  }

  form.elements.username.value = username;
  form.addEventListener("submit", submit);
  return () => {
    if (dialog.open) return;
    dialog.showModal();
    password.focus();
  };
}

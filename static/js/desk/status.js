// Says where the work is: a quiet line in the bar, and a banner when a person must know or act.

const TROUBLE = new Set(["failed", "offline", "refused", "conflict", "signed_out", "other_person", "gone"]);

let clock;
export function clockTime(date) {
  clock ??= new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium", hourCycle: "h23" });
  return clock.format(date);
}

// line: [data-saved]; banner: [data-trouble] with a [data-trouble-text] and buttons named by data-act.
export function attachStatus(draft, { line, banner, words, acts }) {
  const text = banner.querySelector("[data-trouble-text]");
  const buttons = [...banner.querySelectorAll("[data-act]")];

  function show() {
    const { state, savedAt } = draft;
    const shown = state === "idle" && savedAt ? "saved" : state;
    line.dataset.state = shown;
    line.textContent = shown === "saved" ? words("saved", { time: clockTime(savedAt) }) : words(`state_${shown}`);
    banner.hidden = !TROUBLE.has(state);
    const message = TROUBLE.has(state) ? [words(`trouble_${state}`), draft.message].filter(Boolean).join(" ") : "";
    if (text.textContent !== message) text.textContent = message;
    for (const button of buttons) button.hidden = !button.dataset.for.split(" ").includes(state);
  }

  for (const button of buttons) button.addEventListener("click", () => acts[button.dataset.act]());
  draft.addEventListener("state", show);
  show();
}

// Leaving asks first, but only while something is not acknowledged.
export function attachLeave(holdsWork) {
  addEventListener("beforeunload", (event) => { if (holdsWork()) event.preventDefault(); });
  addEventListener("pageshow", (event) => { if (event.persisted && !holdsWork()) location.reload(); });
}

// Tell in good time that the session will end; the work goes on after logging in again in place, and the next
// end is told like the first.
export function attachSessionEnd(notice, words) {
  const text = notice.querySelector("[data-session-text]");
  let timer;
  return (ends) => {
    clearTimeout(timer);
    notice.hidden = true;
    if (!ends) return;
    const end = new Date(ends);
    const show = () => {
      text.textContent = words("session_ends", { time: clockTime(end) });
      notice.hidden = false;
    };
    const wait = end.getTime() - Date.now() - 5 * 60 * 1000;
    timer = setTimeout(show, Math.max(0, Math.min(wait, 2 ** 31 - 1)));
  };
}

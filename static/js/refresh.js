// While work goes on elsewhere, asks for a part of the page again and puts it in place.
// A part with data-refresh-page has the whole page asked for, and reloads it once the part is gone from it.
// The part names its own address in data-refresh and stops asking when it comes without one.

const EVERY_MS = 1000;

async function watchPage(part) {
  for (;;) {
    await new Promise((resolve) => { setTimeout(resolve, EVERY_MS); });
    if (document.hidden) continue;
    const answer = await fetch(part.dataset.refresh, { redirect: "manual" }).catch(() => null);
    const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    if (answer?.type === "opaqueredirect" || (page && !page.querySelector("[data-refresh-page]"))) {
      location.reload();
      return;
    }
  }
}

async function freshPart(url) {
  const answer = await fetch(url, { redirect: "manual", headers: { Accept: "text/html" } });
  if (answer.type === "opaqueredirect") location.reload(); // signed out: the page itself says so
  if (!answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild;
}

async function watch(part) {
  while (part.dataset.refresh) {
    await new Promise((resolve) => { setTimeout(resolve, EVERY_MS); });
    if (document.hidden) continue;
    const fresh = await freshPart(part.dataset.refresh).catch(() => null);
    if (!fresh) continue;
    part.replaceWith(fresh);
    part = fresh;
  }
}

for (const part of document.querySelectorAll("[data-refresh]")) {
  if ("refreshPage" in part.dataset) watchPage(part);
  else watch(part);
}

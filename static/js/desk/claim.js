// How long the case is still claimed, by this person or by another.

export function attachClaim({ until, mine, held }, line) {
  if (!until || !line || !(mine || held)) return;
  const end = new Date(until).getTime();
  const show = () => {
    const minutes = Math.max(0, Math.ceil((end - Date.now()) / 60_000));
    line.textContent = (!minutes ? line.dataset.over : mine ? line.dataset.sentence : line.dataset.other).replace("{n}", minutes);
    line.classList.toggle("warn", mine && minutes <= 5);
  };
  show();
  setInterval(show, 15_000);
}

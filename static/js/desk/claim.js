// How long the case is still claimed, by this person or by another. Returns show(claim) for a claim that changed.

export function attachClaim(claim, line) {
  const show = ({ until, mine, held } = claim) => {
    claim = { until, mine, held };
    if (!until || !(mine || held)) return;
    const minutes = Math.max(0, Math.ceil((new Date(until) - Date.now()) / 60_000));
    line.textContent = (!minutes ? line.dataset.over : mine ? line.dataset.sentence : line.dataset.other).replace("{n}", minutes);
    line.classList.toggle("warn", mine && minutes <= 5);
  };
  show();
  setInterval(show, 15_000);
  return show;
}

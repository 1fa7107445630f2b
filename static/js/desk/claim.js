// How long the case is still claimed for this person.

export function attachClaim(until, line) {
  if (!until || !line) return;
  const end = new Date(until).getTime();
  const show = () => {
    const minutes = Math.max(0, Math.ceil((end - Date.now()) / 60_000));
    line.textContent = (minutes ? line.dataset.sentence : line.dataset.over).replace("{n}", minutes);
    line.classList.toggle("warn", minutes <= 5);
  };
  show();
  setInterval(show, 15_000);
}

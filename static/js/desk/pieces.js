// Where answers overlap, the common pieces get a layer of their own, so what is seen never hangs on priorities.
//
// Cut the spans of several answers into pieces: { A: [...], B: [...], both: [...] }, where `both` is what two
// or more of them share. Keys are the answers' own names.
export function piecesOf(answers) {
  const names = Object.keys(answers);
  const edges = new Set();
  for (const name of names) for (const [start, end] of answers[name]) edges.add(start).add(end);
  const cuts = [...edges].sort((one, other) => one - other);
  const pieces = { both: [], ...Object.fromEntries(names.map((name) => [name, []])) };
  for (let i = 0; i + 1 < cuts.length; i += 1) {
    const holders = names.filter((name) => answers[name].some(([start, end]) => start <= cuts[i] && end >= cuts[i + 1]));
    if (!holders.length) continue;
    const row = pieces[holders.length > 1 ? "both" : holders[0]];
    const last = row.at(-1);
    if (last && last[1] === cuts[i]) last[1] = cuts[i + 1];
    else row.push([cuts[i], cuts[i + 1]]);
  }
  return pieces;
}

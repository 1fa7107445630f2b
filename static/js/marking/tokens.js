// Words and other runs of text as tables of [start, end] that ascend and do not overlap.

// A word is a run of what Python's re calls \w (letters, numbers of every kind, the underscore) with the
// combining marks that stand on them: no mark may part a letter from its accent.
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu;

export function words(text) {
  const found = [];
  for (const match of text.matchAll(WORD)) found.push([match.index, match.index + match[0].length]);
  return found;
}

// The index of the first run that ends after the offset: the run that holds it, or else the next one.
export function runFrom(runs, offset) {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle][1] > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

// The run that holds the character at the offset, or null.
export function runAt(runs, offset) {
  const run = runs[runFrom(runs, offset)];
  return run && run[0] <= offset ? run : null;
}

// The next place, going forward or back, where a caret that moves by runs stops.
export function stopAfter(runs, offset, length) {
  const run = runs[runFrom(runs, offset)];
  return run ? run[1] : length;
}

export function stopBefore(runs, offset) {
  let at = runFrom(runs, offset);
  if (at === runs.length || runs[at][0] >= offset) at -= 1;
  return at < 0 ? 0 : runs[at][0];
}

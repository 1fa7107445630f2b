// The marks of one answer: an immutable model with undo and redo, in code points, in the order they were made.
//
// model = { marks: [{ id, start, end }], past: [marks...], future: [marks...], nextId }
// Each change returns { model, id, notice }: id of the mark it left, notice null or
// { code: "blank" | "already" | "joined", count }. A change that alters nothing returns the same model.

const HISTORY = 500;

const same = (one, other) =>
  one.length === other.length &&
  one.every((mark, i) => mark.id === other[i].id && mark.start === other[i].start && mark.end === other[i].end);

export function loadMarks(spans = []) {
  const marks = spans.map(([start, end], i) => ({ id: i + 1, start, end }));
  return { marks, past: [], future: [], nextId: marks.length + 1 };
}

export const spansOf = (model) => model.marks.map(({ start, end }) => [start, end]);

function changed(model, marks, nextId = model.nextId) {
  if (same(model.marks, marks)) return model;
  return { marks, past: [...model.past, model.marks].slice(-HISTORY), future: [], nextId };
}

// Put a span in, joining every mark that overlaps or touches it. The joined mark stands where the first of
// them stood in the list and keeps that one's id; `own` is the mark that is being resized, if any.
function put(model, span, own) {
  let [start, end] = span;
  const met = new Set(own ? [own] : []);
  for (let grown = true; grown; ) {
    grown = false;
    for (const mark of model.marks) {
      if (met.has(mark) || mark.start > end || mark.end < start) continue;
      met.add(mark);
      start = Math.min(start, mark.start);
      end = Math.max(end, mark.end);
      grown = true;
    }
  }
  const first = model.marks.find((mark) => met.has(mark));
  const joined = { id: first ? first.id : model.nextId, start, end };
  const marks = model.marks.filter((mark) => mark === first || !met.has(mark)).map((mark) => (mark === first ? joined : mark));
  if (!first) marks.push(joined);
  const count = met.size - (own ? 1 : 0);
  return { model: changed(model, marks, model.nextId + (first ? 0 : 1)), id: joined.id, notice: count ? { code: "joined", count } : null };
}

export function addMark(model, note, start, end, unit) {
  const span = note.snap(start, end, unit);
  if (!span) return { model, id: null, notice: { code: "blank" } };
  const holder = model.marks.find((mark) => mark.start <= span[0] && mark.end >= span[1]);
  if (holder) return { model, id: holder.id, notice: { code: "already" } };
  return put(model, span, null);
}

export function resizeMark(model, note, id, start, end, unit) {
  const own = model.marks.find((mark) => mark.id === id);
  if (!own) return { model, id: null, notice: null };
  const span = note.snap(start, end, unit);
  if (!span) return { model, id, notice: { code: "blank" } };
  return put(model, span, own);
}

export function removeMark(model, id) {
  return { model: changed(model, model.marks.filter((mark) => mark.id !== id)), id: null, notice: null };
}

export function replaceMarks(model, spans, always = false) {
  const marks = spans.map(([start, end], i) => ({ id: model.nextId + i, start, end }));
  const unchanged = !always && spans.length === model.marks.length &&
    model.marks.every((mark, i) => mark.start === spans[i][0] && mark.end === spans[i][1]);
  if (unchanged) return { model, id: null, notice: null };
  const step = { marks, past: [...model.past, model.marks].slice(-HISTORY), future: [], nextId: model.nextId + marks.length };
  return { model: step, id: null, notice: null };
}

export function undo(model) {
  if (!model.past.length) return model;
  return { ...model, marks: model.past.at(-1), past: model.past.slice(0, -1), future: [model.marks, ...model.future] };
}

export function redo(model) {
  if (!model.future.length) return model;
  return { ...model, marks: model.future[0], past: [...model.past, model.marks], future: model.future.slice(1) };
}

// One end of a mark moved by one step of the unit (character, word, sentence), as an unsnapped span.
// A step never ends on a blank, which trimming would take back.
export function nudge(note, mark, edge, forward, unit) {
  const runs = unit === "sentence" ? note.sentences : note.words;
  const at = edge === "start" ? 0 : 1;
  let place = edge === "start" ? mark.start : mark.end;
  if (unit === "exact" || !runs.length) {
    do place = note.step(place, forward);
    while (place > 0 && place < note.length && note.blankAt(edge === "start" ? place : place - 1));
  } else if (forward) {
    place = (runs.find((run) => run[at] > place) ?? runs.at(-1))[at];
  } else {
    place = (runs.findLast((run) => run[at] < place) ?? runs[0])[at];
  }
  const span = edge === "start" ? [place, mark.end] : [mark.start, place];
  return span[0] < span[1] ? span : [mark.start, mark.end];
}

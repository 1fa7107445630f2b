// An answer, or the refined marks, become the start of the decision. Undo gives back the marks and the words that
// stood there before, unless the words were rewritten since.

const same = (one, other) => Object.keys(one).every((name) => one[name] === other[name]);

export function attachTaking(marking, answer) {
  const steps = [];

  function fill(values) {
    answer.fill(values);
    answer.dispatchEvent(new Event("change"));
  }

  marking.addEventListener("marks", () => {
    const { marks } = marking.model;
    const now = answer.all();
    const undone = steps.findLast((step) => step.from === marks && same(step.after, now));
    const redone = steps.findLast((step) => step.to === marks && same(step.before, now));
    if (undone) fill(undone.before);
    else if (redone) fill(redone.after);
  });

  return (values, spans) => {
    const from = marking.model.marks;
    const before = answer.all();
    fill({ ...before, ...values });
    const after = answer.all();
    marking.replace(spans, !same(before, after));
    const to = marking.model.marks;
    if (to !== from) steps.push({ from, to, before, after });
  };
}

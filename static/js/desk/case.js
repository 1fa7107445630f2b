// The expert's case page: the answers beside each other and over one note, what differs, and the decision.
import { rove } from "../marking/rove.js";
import { openDesk } from "./desk.js";
import { data } from "./early.js";
import { attachClaim } from "./claim.js";
import { piecesOf } from "./pieces.js";
import { attachShortcuts } from "./shortcuts.js";
import { attachTaking } from "./taking.js";

const desk = await openDesk({
  work: data.decision, verdict: "gold", editable: data.state === "waiting" && !data.claim.held,
});
const { answer, marking, sending, words } = desk;
const { note, painter } = marking;
const all = (name) => [...document.querySelectorAll(`[data-${name}]`)];
const one = (name) => document.querySelector(`[data-${name}]`);
const names = Object.keys(data.answers).sort();
const LAYERS = ["a", "b", "c"];
const begin = attachTaking(marking, answer);
const GOLD = { Related: "True", Unrelated: "False" };

function paintAnswers() {
  const units = (spans) => spans.map((span) => marking.units(span));
  const pieces = piecesOf(Object.fromEntries(names.map((name) => [name, units(data.answers[name].spans)])));
  names.forEach((name, i) => painter.paint(LAYERS[Math.min(i, LAYERS.length - 1)], pieces[name]));
  painter.paint("both", pieces.both);
  painter.outline("refined", units(data.refined.map(({ start, end }) => [start, end])));
}

// An answer's (or the refined) spans and words become the start of the decision.
function start(from, { spans, ...values }) {
  if (!marking.editable) return;
  begin(values, spans.map(([first, end]) => [first, end]));
  desk.say("taken", { from });
}

const take = (name) => {
  const { label, spans, rationale, support, unrelated_reason } = data.answers[name];
  const gold = GOLD[label] ?? answer.chosen;
  start(name, { gold, spans, rationale, support, unrelated_reason });
};

const takeRefined = () => {
  if (!data.refined.length) return;
  start(words("refined"), { gold: "True", spans: data.refined.map((span) => [span.start, span.end]) });
};

// Only True has evidence: the draft keeps the marks, the decision leaves them out.
function verdict() {
  const body = desk.body();
  const isTrue = body.gold === "True";
  return { ...body, spans: isTrue ? body.spans : [], basis: data.basis };
}

function missing() {
  const { gold, rationale, excluded_reason, without_evidence } = answer.read();
  if (!gold) return ["gold", "need_gold"];
  if (gold === "True" && !marking.model.marks.length && !without_evidence) return ["spans", "need_spans"];
  if (gold === "True" && !rationale.trim()) return ["rationale", "need_rationale"];
  if (gold === "excluded" && !excluded_reason.trim()) return ["excluded_reason", "need_excluded_reason"];
  return null;
}

function decide() {
  const lack = marking.editable ? missing() : ["any", "locked"];
  if (lack) { desk.tell(words(lack[1]), lack[0]); return; }
  sending.leave(data.urls.decide, verdict, one("submit"));
}

// A dialog whose form leaves the case: refer (to, message), send back and reopen (message).
function attachStep(id, url) {
  const dialog = document.getElementById(id);
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    if (!values.message?.trim()) return;
    dialog.close();
    sending.leave(url, () => values, one("submit"));
  });
}

for (const button of all("span")) {
  button.addEventListener("click", () => {
    const [first, end] = button.dataset.span.split("-").map(Number);
    painter.paint("find-now", [marking.units([first, end])]);
    marking.reveal(first, end);
  });
}
for (const place of all("quote")) {
  place.textContent = note.slice(...place.dataset.quote.split("-").map(Number)).slice(0, 160);
}
for (const list of document.querySelectorAll(".answer-spans, .differs")) rove(list);
for (const button of all("take")) button.addEventListener("click", () => take(button.dataset.take));
one("take-refined")?.addEventListener("click", takeRefined);
one("submit")?.addEventListener("click", decide);
one("release")?.addEventListener("click", () => sending.leave(data.urls.release, () => ({}), one("release")));
attachStep("refer", data.urls.refer);
attachStep("send-back", data.urls.send_back);
attachStep("reopen", data.urls.reopen);
const claim = attachClaim(data.claim, one("claim"));
desk.draft.addEventListener("stored", ({ detail }) => claim({ until: detail.claimed_until, mine: true }));
paintAnswers();

const choose = (gold) => () => marking.editable && answer.choose(gold);
attachShortcuts([
  { key: "t", act: choose("True") },
  { key: "f", act: choose("False") },
  { key: "x", act: choose("excluded") },
  ...names.slice(0, 2).map((name, i) => ({ key: String(i + 1), act: () => take(name) })),
  { key: "3", act: takeRefined },
  { key: "Enter", ctrl: true, act: decide },
  ...desk.keys,
], { dialog: document.getElementById("shortcuts") });

document.querySelector("[data-desk]").dataset.ready = "yes";

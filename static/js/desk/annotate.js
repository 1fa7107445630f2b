// The annotator's desk.
import { openDesk } from "./desk.js";
import { data } from "./early.js";
import { attachShortcuts } from "./shortcuts.js";

const guideline = data.guideline?.version; // the one that is read here, whatever is published meanwhile
const editable = data.state !== "locked";
const desk = await openDesk({ work: data.draft, verdict: "label", editable });
const { answer, sending, words } = desk;
const button = (name) => document.querySelector(`[data-${name}]`);

// What the server would refuse anyway is said at once, where it is missing.
function missing() {
  const { label, rationale } = answer.read();
  if (!label) return ["label", "need_label"];
  if (label === "Related" && !desk.marking.model.marks.length) return ["spans", "need_spans"];
  if (label === "Related" && !rationale.trim()) return ["rationale", "need_rationale"];
  return null;
}

function submit() {
  const lack = editable ? missing() : ["any", "locked"];
  if (lack) { desk.tell(words(lack[1]), lack[0]); return; }
  sending.leave(data.urls.submit, () => ({ ...desk.body(), guideline }), button("submit"));
}

function cannot(event) {
  event.preventDefault();
  const reason = event.target.elements.reason.value.trim();
  if (!reason) return;
  document.getElementById("cannot").close();
  const body = () => ({ version: desk.draft.version, reason, seconds: desk.timer.seconds, guideline });
  sending.leave(data.urls.cannot, body, button("submit"));
}

button("submit")?.addEventListener("click", submit);
button("skip")?.addEventListener("click", () => {
  if (desk.draft.version) desk.draft.changed(); // the time spent reading goes along
  sending.leave(data.urls.skip, () => ({}), button("skip"));
});
document.querySelector("#cannot form").addEventListener("submit", cannot);

const guide = document.getElementById("guideline");
if (guide && data.guideline) guide.querySelector("[data-guideline]").innerHTML = data.guideline.html;

attachShortcuts([
  { key: "r", act: () => editable && answer.choose("Related") },
  { key: "u", act: () => editable && answer.choose("Unrelated") },
  { key: "Enter", ctrl: true, act: submit },
  ...desk.keys,
], { dialog: document.getElementById("shortcuts") });

document.querySelector("[data-desk]").dataset.ready = "yes";

// What the annotator's desk and the expert's case page share: the note with its tools, the draft with its
// status, the dialogs, the keys.
import { Caret } from "../marking/caret.js";
import { attachDrag, attachTouch } from "../marking/drag.js";
import { attachFind } from "../marking/findbar.js";
import { attachHandles } from "../marking/handles.js";
import { attachOutline } from "../marking/outline.js";
import { attachTextSize } from "../marking/textsize.js";
import { supportsHighlights } from "../marking/highlights.js";
import { Marking } from "../marking/widget.js";
import { Draft } from "./draft.js";
import { data, noteText } from "./early.js";
import { attachEvidence } from "./evidence.js";
import { Sending } from "./sending.js";
import { isTyping } from "./shortcuts.js";
import { attachSignIn } from "./signin.js";
import { attachLeave, attachSessionEnd, attachStatus } from "./status.js";
import { Timer } from "./timer.js";
import { Answer } from "./verdict.js";
import { speaker, wordsFrom } from "./words.js";

const one = (name) => document.querySelector(`[data-${name}]`);
const UNITS = { sentence: "sentence", exact: "exact" };

// A frame with what is on the page so far; in a hidden tab frames do not come, so not for long.
const drawn = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 200);
});

// work: the stored answer; verdict: the name of the deciding field; editable: whether it may still change.
// Text and marks come first: they can be read while the rest is made.
export async function openDesk(options) {
  const desk = new Desk(options);
  await drawn();
  desk.attach(options);
  return desk;
}

class Desk {
  constructor({ work, editable }) {
    this.words = wordsFrom(document.getElementById("words"));
    this.say = speaker(this.words, one("live"), one("notice"));
    this.timer = new Timer(`${data.username} ${data.urls.draft}`, work.seconds);
    this.marking = new Marking(one("pane"), {
      noteText, sentences: data.sentences, spans: work.spans, editable,
      unit: UNITS[data.unit] ?? "word", say: this.say,
    });
  }

  attach({ work, verdict, editable }) {
    const { version, spans, seconds, ...values } = work;
    this.answer = new Answer(one("answer"), verdict, values);
    if (!editable) this.answer.lock();
    this.draft = new Draft({ url: data.urls.draft, version, read: () => this.read() });
    this.sending = new Sending(this.draft, { words: this.words, tell: (message, field) => this.tell(message, field) });
    this.attachReading();
    this.attachWork(editable);
    this.keys = this.commonKeys();
    globalThis.requestIdleCallback?.(() => this.marking.note.words); // ready before the first mark needs them
  }

  read() {
    return { ...this.answer.read(), spans: this.marking.quoted(), seconds: this.timer.seconds };
  }

  body() { return { version: this.draft.version, ...this.read() }; }

  tell(message, field = "any") {
    this.answer.complain(field, message);
    this.say("error", { message });
  }

  attachReading() {
    const { marking } = this;
    attachDrag(marking);
    attachTouch(marking, one("mark-selection"));
    attachHandles(marking);
    this.caret = new Caret(marking, one("caret-toggle"));
    this.find = attachFind(marking, one("find"));
    attachOutline(marking, one("outline"), one("outline-none"));
    attachTextSize(marking.pane, one("text-size"));
    attachEvidence(marking, one("evidence"), one("evidence-none"), this.words);
    one("old-browser").hidden = supportsHighlights();
    const unit = one("unit");
    unit.value = marking.unit;
    unit.addEventListener("change", () => { marking.unit = unit.value; });
    one("undo").addEventListener("click", () => marking.undo());
    one("redo").addEventListener("click", () => marking.redo());
    const history = () => {
      one("undo").disabled = !marking.editable || !marking.model.past.length;
      one("redo").disabled = !marking.editable || !marking.model.future.length;
    };
    marking.addEventListener("marks", history);
    history();
  }

  attachWork(editable) {
    const { draft, words } = this;
    const sessionEnd = attachSessionEnd(one("session"), words);
    const signIn = attachSignIn(document.getElementById("sign-in"), {
      url: data.urls.login, username: data.username, words,
      done: ({ session_ends }) => {
        sessionEnd(session_ends);
        draft.pending ? draft.resume() : draft.set("idle");
      },
    });
    const acts = {
      retry: () => draft.resume(),
      signin: signIn,
      theirs: () => this.show(draft.takeTheirs()),
      mine: () => draft.keepMine(),
    };
    attachStatus(draft, { line: one("saved"), banner: one("trouble"), words, acts });
    draft.addEventListener("state", () => {
      // A dialog would take the words of somebody who is typing; the banner tells them.
      if (draft.state === "signed_out" && !isTyping(document.activeElement)) signIn();
    });
    one("session").querySelector("button").addEventListener("click", signIn);
    sessionEnd(data.session_ends);
    attachLeave(() => draft.pending && !this.sending.leaving);
    if (!editable) return;
    this.marking.addEventListener("marks", () => { this.answer.clear(); draft.changed(); });
    this.answer.addEventListener("change", () => draft.changed());
  }

  // Show another stored version of the work (a second tab's).
  show({ version, spans, seconds, ...values }) {
    this.answer.fill({ ...this.answer.all(), ...values });
    this.marking.load(spans);
    this.draft.base = this.read();
    this.draft.acknowledged = this.draft.revision;
    this.draft.set("idle");
  }

  commonKeys() {
    const { marking } = this;
    return [
      { key: "j", act: () => marking.walk(true) },
      { key: "k", act: () => marking.walk(false) },
      { key: "m", act: () => this.caret.set(!this.caret.on) },
      { key: "z", ctrl: true, shift: false, act: () => marking.undo() },
      { key: "z", ctrl: true, shift: true, act: () => marking.redo() },
      { key: "y", ctrl: true, act: () => marking.redo() },
      { key: "/", act: () => this.find.focus() },
      { key: "?", act: () => document.getElementById("shortcuts").showModal() },
      { key: "Delete", act: () => { if (marking.chosen !== null) marking.remove(marking.chosen); } },
      { key: "Escape", act: () => marking.choose(null) },
    ];
  }
}

// Steps that leave the pair: submit, decide, skip, report, refer, send back. The draft is flushed first, one
// step runs at a time however often it is pressed, and the page is left only after the server agreed.
import { send, Unreachable } from "./http.js";

export class Sending {
  // tell(message, field): says to the person why it did not go.
  constructor(draft, { words, tell }) {
    Object.assign(this, { draft, words, tell });
    this.busy = false;
    this.leaving = false;
  }

  // content(): the body, read after the draft was flushed. True when the server took it.
  async leave(url, content, button) {
    if (this.busy) return false;
    this.busy = true;
    button?.setAttribute("aria-disabled", "true");
    try {
      return (await this.draft.flush()) && (await this.post(url, content()));
    } finally {
      if (!this.leaving) {
        this.busy = false;
        button?.removeAttribute("aria-disabled");
      }
    }
  }

  async post(url, body, again = true) {
    let answer;
    try {
      answer = await send("POST", url, body);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.tell(this.words("not_sent"));
      return false;
    }
    const { status, body: said } = answer;
    if (status === 200 && said.next) {
      this.leaving = true;
      location.assign(said.next);
      return true;
    }
    if (status === 409 && said?.error === "stale_draft") {
      const ours = this.draft.meet(this.draft.revision, this.draft.read(), said);
      return ours && again ? this.post(url, { ...body, version: this.draft.version }, false) : false;
    }
    if (status === 401 || (status === 403 && !said)) this.draft.stop("signed_out");
    else if (said?.error === "other_person") this.draft.stop("other_person");
    else this.tell(said?.message ?? this.words("not_sent"), said?.field);
    return false;
  }
}

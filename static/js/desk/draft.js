// Keeps the draft on the server: within a second of each change, one request at a time, and "saved" only after
// the server said so. The page's own work is never thrown away by anything that happens here.
import { send, Unreachable } from "./http.js";

const QUIET = 300;
const LONGEST = 800;
const BACKOFF = [1000, 2000, 4000, 8000, 15000];
// After these a person must act first; nothing is tried again on its own.
const STUCK = new Set(["conflict", "signed_out", "other_person", "gone"]);

const sameWork = (one, other) => {
  const fields = Object.keys(one).filter((name) => name !== "seconds" && name !== "version");
  return fields.every((name) => name === "spans"
    ? JSON.stringify(one.spans.map((span) => span.slice(0, 2))) === JSON.stringify(other.spans.map((span) => span.slice(0, 2)))
    : one[name] === other[name]);
};

export class Draft extends EventTarget {
  // read(): the work on the page now, as the server takes it, without its version.
  constructor({ url, version, read }) {
    super();
    Object.assign(this, { url, version, read });
    this.base = read();
    this.state = "idle";
    this.savedAt = null;
    this.message = "";
    this.theirs = null;
    this.revision = 0;
    this.acknowledged = 0;
    this.attempts = [];
    this.failures = 0;
    this.running = null;
    addEventListener("online", () => this.retry());
    addEventListener("offline", () => { if (this.pending) this.set("offline"); });
    document.addEventListener("visibilitychange", () => this.retry());
  }

  // Whether the page holds work that the server has not acknowledged.
  get pending() { return this.revision !== this.acknowledged; }

  set(state, message = "") {
    this.state = state;
    this.message = message;
    this.dispatchEvent(new Event("state"));
  }

  changed() {
    this.revision += 1;
    if (STUCK.has(this.state)) return;
    if (this.state !== "failed" && this.state !== "offline") this.set("saving");
    const now = performance.now();
    this.since ??= now;
    this.wait(Math.max(0, Math.min(QUIET, this.since + LONGEST - now)));
  }

  wait(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), milliseconds);
  }

  retry() {
    if (this.pending && !STUCK.has(this.state)) this.save();
  }

  // Save now what is not acknowledged yet. True when the server holds everything on the page.
  async flush() {
    while (this.pending) if (!(await this.save())) return false;
    return true;
  }

  save() {
    clearTimeout(this.timer);
    if (!this.pending) return Promise.resolve(true);
    this.running ??= this.attempt().finally(() => { this.running = null; });
    return this.running;
  }

  async attempt() {
    const revision = this.revision;
    const work = this.read();
    this.since = null;
    let answer;
    try {
      answer = await send("PUT", this.url, { version: this.version, ...work });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.attempts.push(work);
      return this.fail(navigator.onLine ? "failed" : "offline");
    }
    const { status, body } = answer;
    if (status === 200 && Number.isInteger(body.version)) return this.acknowledge(revision, work, body);
    if (status === 409 && body?.error === "stale_draft") return this.meet(revision, work, body);
    return this.refuse(status, body);
  }

  acknowledge(revision, work, stored) {
    this.version = stored.version;
    this.base = work;
    this.attempts = [];
    this.failures = 0;
    this.acknowledged = revision;
    this.savedAt = stored.saved_at ? new Date(stored.saved_at) : new Date();
    this.dispatchEvent(new CustomEvent("stored", { detail: stored }));
    this.set(this.pending ? "saving" : "saved");
    if (this.pending) this.wait(QUIET);
    return true;
  }

  // Another version is stored. It is ours after all where an answer got lost on its way, or where nothing but
  // the clock moved on; anything else is somebody's work and stays untouched until a person decides.
  meet(revision, work, { version, draft }) {
    if (sameWork(work, draft)) return this.acknowledge(revision, work, { version });
    if ([this.base, ...this.attempts].some((ours) => sameWork(ours, draft))) {
      this.version = version;
      this.base = draft;
      this.wait(0);
      return true;
    }
    this.theirs = { version, draft };
    this.set("conflict");
    return false;
  }

  refuse(status, body) {
    if (status === 401 || (status === 403 && !body)) return this.stop("signed_out");
    if (body?.error === "other_person") return this.stop("other_person");
    if (status === 403 || status === 404 || status === 409 || status === 410) return this.stop("gone", body?.message);
    if (status === 400 && body) return this.stop("refused", body.message);
    return this.fail("failed");
  }

  stop(state, message) {
    this.set(state, message);
    return false;
  }

  fail(state) {
    this.set(state);
    this.wait(BACKOFF[Math.min(this.failures, BACKOFF.length - 1)]);
    this.failures += 1;
    return false;
  }

  // A person decided: their version is shown here (theirs), or this page's work goes over it (mine).
  takeTheirs() {
    const { version, draft } = this.theirs;
    Object.assign(this, { version, base: draft, theirs: null, acknowledged: this.revision });
    this.set("idle");
    return draft;
  }

  keepMine() {
    Object.assign(this, { version: this.theirs.version, base: this.theirs.draft, theirs: null });
    this.resume();
  }

  resume() {
    this.set("saving");
    this.wait(0);
  }
}

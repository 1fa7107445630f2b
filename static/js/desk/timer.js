// The time on a pair: counted while the page is visible and used. A minute without a sign of use is counted to
// its end, nothing after it. Reading alone makes no draft, so the seconds (a number, nothing else) outlive a
// reload in the tab's own storage.

const IDLE = 60_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"];

export class Timer {
  constructor(key, seconds = 0, clock = () => performance.now()) {
    this.clock = clock;
    this.total = Math.max(seconds, sessionStorage.getItem(key)) * 1000;
    this.used = this.counted = clock();
    this.visible = document.visibilityState === "visible";
    for (const sign of SIGNS) document.addEventListener(sign, () => this.sign(), { passive: true, capture: true });
    document.addEventListener("visibilitychange", () => {
      sessionStorage.setItem(key, this.seconds);
      this.visible = document.visibilityState === "visible";
      this.used = this.counted = this.clock();
    });
  }

  settle() {
    const now = this.clock();
    if (this.visible) this.total += Math.max(0, Math.min(now, this.used + IDLE) - this.counted);
    this.counted = now;
  }

  sign() {
    this.settle();
    this.used = this.clock();
  }

  get seconds() {
    this.settle();
    return Math.round(this.total / 1000);
  }
}

// The time on a pair: counted while the page is visible and used. A minute without a sign of use is counted to
// its end, nothing after it.

const IDLE = 60_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"];

export class Timer {
  constructor(seconds = 0, clock = () => performance.now()) {
    this.clock = clock;
    this.total = seconds * 1000;
    this.used = this.counted = clock();
    this.visible = document.visibilityState === "visible";
    for (const sign of SIGNS) document.addEventListener(sign, () => this.sign(), { passive: true, capture: true });
    document.addEventListener("visibilitychange", () => {
      this.settle();
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

/**
 * Bounds what is at work at once, so that a hundred pages that come together do not all come late. Whoever takes long gives
 * its slot back by itself: what hangs keeps nobody from beginning.
 */
export class WorkSlots {
  readonly #countedFor: number;
  readonly #onFree: () => void;
  #free: number;

  /** `countedFor` in milliseconds. */
  constructor(count: number, countedFor: number, onFree: () => void) {
    this.#free = count;
    this.#countedFor = countedFor;
    this.#onFree = onFree;
  }

  get hasFree(): boolean {
    return this.#free > 0;
  }

  /** Takes one; the function gives it back. */
  take(): () => void {
    this.#free -= 1;
    let isTaken = true;
    const giveBack = () => {
      clearTimeout(timer);
      if (isTaken) this.#free += 1;
      isTaken = false;
      this.#onFree();
    };
    const timer = setTimeout(giveBack, this.#countedFor);
    return giveBack;
  }
}

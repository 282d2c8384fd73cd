/** A page with a fault is refused anyway; what else it does is seen for this long, in milliseconds. */
const afterFault = 700;

/** Waits for a page until somebody ends that, and not much longer than for its first fault. */
export class Patience {
  readonly #faults: string[] = [];
  readonly #noise: RegExp;
  readonly #over = Promise.withResolvers<null>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param noise what is no fault of a page. */
  constructor(noise: RegExp) {
    this.#noise = noise;
  }

  /** Resolves when nobody waits any more. */
  get over(): Promise<null> {
    return this.#over.promise;
  }

  end(): void {
    this.#over.resolve(null);
  }

  /** What was noted, as sentences without a subject. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  note(fault: string): void {
    if (this.#noise.test(fault)) return;
    if (this.#faults.length === 0) {
      this.#timer = setTimeout(() => this.end(), afterFault);
    }
    if (this.#faults.length < 20 && !this.#faults.includes(fault)) this.#faults.push(fault);
  }

  /** The value, or null when it comes too late. */
  async waitFor<Value>(value: Promise<Value>): Promise<Value | null> {
    // Whoever is late may still fail, once its page is closed.
    value.catch(() => {});
    return Promise.race([value, this.#over.promise]).finally(() => {
      clearTimeout(this.#timer);
      this.end();
    });
  }
}

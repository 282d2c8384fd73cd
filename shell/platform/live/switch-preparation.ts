import type { LiveSite } from './live-site.ts';

/** A switch waits for so long until its pages are ready, in milliseconds: it is to be seen within a second of its command. */
const readyWithin = 300;

/** A site that is about to be live. */
export interface SiteChange {
  from: LiveSite;
  to: LiveSite;
  /** Ends when it is live, whatever is ready by then. */
  signal: AbortSignal;
}

export type PrepareSwitch = (change: SiteChange) => Promise<void>;

/** Has what is about to be live made ready: not for long, and not while another switch waits behind it. */
export class SwitchPreparation {
  #prepare: { make: PrepareSwitch; within: number } | null = null;
  /** Switches that have come and are not begun. */
  #waiting = 0;
  #hurry = new AbortController();

  /** `within` milliseconds a switch is taken anyway. */
  use(make: PrepareSwitch, within = readyWithin): void {
    this.#prepare = { make, within };
  }

  /** A switch has come: the one before it waits for nothing any more. */
  announce(): void {
    this.#waiting += 1;
    this.#hurry.abort();
  }

  /** It is the turn of a switch that was announced. */
  begin(): void {
    this.#waiting -= 1;
  }

  /** Comes back when the site is ready or nobody may wait longer; what is not ready then is made when it is asked for. */
  async run({ from, to }: Omit<SiteChange, 'signal'>): Promise<void> {
    if (!this.#prepare || from.revision === 0 || this.#waiting > 0) return;
    const { make, within } = this.#prepare;
    this.#hurry = new AbortController();
    const signal = AbortSignal.any([this.#hurry.signal, AbortSignal.timeout(within)]);
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    try {
      await Promise.race([make({ from, to, signal }), over]);
    } finally {
      this.#hurry.abort();
    }
  }
}

import { setTimeout as wait } from 'node:timers/promises';

/** A switch has settled once it has stood for so long, in milliseconds: the next one often follows soon. */
const settledAfter = 3000;

/** Tells when the last switch has stood a while: not before that are its pages worth the time that their smallest form takes. */
export class SettledSwitch {
  /** What is live since when, by the clock of `performance.now()`. */
  #live = { revision: 0, since: Number.NEGATIVE_INFINITY };

  /** What is live when the process starts has stood before. */
  follow(revision: number): void {
    const isFirst = this.#live.revision === 0;
    const since = isFirst ? Number.NEGATIVE_INFINITY : performance.now();
    if (revision !== this.#live.revision) this.#live = { revision, since };
  }

  /** Comes with true once a revision is live and has settled, with false when another one has taken its place. */
  async hasSettled(revision: number): Promise<boolean> {
    for (;;) {
      const { revision: live, since } = this.#live;
      if (revision < live) return false;
      const left = since + settledAfter - performance.now();
      // One that is about to be live waits for that.
      const isLive = revision === live || live === 0;
      if (isLive && left <= 0) return true;
      await wait(isLive ? left : settledAfter, undefined, { ref: false });
    }
  }
}

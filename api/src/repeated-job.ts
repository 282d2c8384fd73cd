import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const hourMs = 3_600_000;

/** Runs work now and again after each interval, until it is stopped. A failure is logged, and the work is repeated. */
export class RepeatedJob {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  /** @param failed the log message for a failure; the reason is logged with it */
  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly log: Logger,
    private readonly failed: string,
    private readonly everyMs = hourMs,
  ) {}

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  start(): void {
    this.running = this.run();
  }

  /** Resolves after the current run. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Does the work now. Never rejects: a failure is logged. */
  async runOnce(): Promise<void> {
    await this.work().catch((error: unknown) => {
      this.log.warn({ reason: error instanceof Error ? error.message : String(error) }, this.failed);
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.runOnce();
      await sleep(this.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

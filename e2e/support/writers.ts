import { setTimeout as sleep } from 'node:timers/promises';
import { ask, newLead, type SentLead, sendUntilAcknowledged } from './leads.ts';
import { isRenderedPage } from './rendered-page.ts';

const count = 12;

/** The writers' results: acknowledged forms, the first acknowledgement after a time, and the state of pages. */
export class Writers {
  readonly leads: SentLead[] = [];
  pages = { good: 0, failed: 0 };
  readonly #acknowledgedAt = new Map<number, number[]>();
  #writing = true;
  readonly #pause: number;
  readonly #work: Promise<void>[];

  /**
   * Starts twelve of them: each sends forms through one of the ports, with a pause between two in milliseconds, and repeats each with
   * the same key until it is acknowledged.
   */
  constructor(ports: readonly number[], { name = 'failover', pause = 0 } = {}) {
    this.#pause = pause;
    const [pagePort = 0] = ports;
    for (const port of ports) this.#acknowledgedAt.set(port, []);
    this.#work = Array.from({ length: count }, (_, number) => this.#write(ports[number % ports.length] ?? 0, name));
    this.#work.push(this.#loadPages(pagePort));
  }

  /** Stops them after everything that they sent is acknowledged. */
  async stop(): Promise<void> {
    this.#writing = false;
    await Promise.all(this.#work);
  }

  /** Seconds from a time to each port's next acknowledgement (the slowest); undefined while one is missing. */
  firstAfter(moment: number): number | undefined {
    const firsts = [...this.#acknowledgedAt.values()].map((times) => times.find((time) => time >= moment));
    if (firsts.includes(undefined)) return undefined;
    return Math.max(...firsts.map((time = 0) => (time - moment) / 1000));
  }

  get acknowledged(): SentLead[] {
    return this.leads.filter(({ reference }) => reference !== undefined);
  }

  async #write(port: number, name: string): Promise<void> {
    while (this.#writing) {
      const lead = newLead(name);
      this.leads.push(lead);
      await sendUntilAcknowledged(port, lead);
      this.#acknowledgedAt.get(port)?.push(performance.now());
      if (this.#pause > 0) await sleep(this.#pause);
    }
  }

  async #loadPages(port: number): Promise<void> {
    while (this.#writing) {
      const { status, body } = await ask(port, 'GET', '/');
      if (status === 200 && isRenderedPage(body)) this.pages.good += 1;
      else this.pages.failed += 1;
      await sleep(100);
    }
  }
}

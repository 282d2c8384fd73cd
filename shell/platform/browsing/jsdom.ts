import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { messageOf } from '../message-of.ts';
import type { JsdomAnswer, JsdomRequest } from './jsdom-messages.ts';
import { buildObserver } from './observer-script.ts';
import { type TrialBrowser, type TrialReport, type TrialTerms, trialOrigin } from './trial-browser.ts';
import { watchMemory } from './watch-memory.ts';

const script = path.join(import.meta.dirname, 'jsdom-main.ts');

/** Heap of a process, in megabytes. */
const heapLimit = 512;
/** One that is not ready by then never will be, in milliseconds. */
const startLimit = 20_000;
/** What a process has beyond the time limit of a page to say itself that the page is late, in milliseconds. */
const grace = 500;

/**
 * jsdom in processes of its own, which may read installed packages and nothing else, start no program and have no way to
 * the network. It knows no layout and no styles: what only those break, it does not see.
 */
export async function startJsdom(terms: TrialTerms): Promise<TrialBrowser> {
  const first = new JsdomProcess(terms);
  await first.ready;
  const all = [first];
  const idle = [first];
  return {
    name: 'jsdom',
    atOnce: 2,
    async tryPage(pagePath) {
      const next = idle.pop() ?? new JsdomProcess(terms);
      if (!all.includes(next)) all.push(next);
      const report = await next.tryPage(pagePath);
      if (report.isAlive) idle.push(next);
      return report;
    },
    close: async () => {
      for (const one of all) one.kill();
    },
  };
}

/** One process, which tries one page at a time. */
class JsdomProcess {
  /** Rejects with a sentence when it does not start. */
  readonly ready: Promise<void>;
  readonly #terms: TrialTerms;
  readonly #observer: ReturnType<typeof buildObserver>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;
  #takeReport: (report: TrialReport) => void = () => {};

  constructor(terms: TrialTerms) {
    this.#terms = terms;
    this.#observer = buildObserver(terms.isAlive);
    this.#child = startProcess();
    const { pid } = this.#child;
    this.#child.once(
      'exit',
      watchMemory((one) => one === pid),
    );
    const ready = Promise.withResolvers<void>();
    this.#ended = new Promise<never>((_, reject) => {
      this.#child.once('exit', () => reject(new Error('ends the process that it runs in')));
      this.#child.once('error', reject);
    });
    this.#child.on('message', (message: JsdomAnswer) => {
      if (message.type === 'ready') ready.resolve();
      else if (message.type === 'report') this.#takeReport(message.report);
      else void terms.answer(message.path).then((answer) => this.#send({ type: 'answer', id: message.id, answer }));
    });
    const timer = setTimeout(() => ready.reject(new Error('jsdom does not start')), startLimit);
    this.ready = Promise.race([ready.promise, this.#ended]).finally(() => clearTimeout(timer));
    this.ready.catch(() => this.kill());
    this.#ended.catch(() => {});
  }

  async tryPage(pagePath: string): Promise<TrialReport> {
    const { promise, resolve } = Promise.withResolvers<TrialReport>();
    this.#takeReport = resolve;
    const { complaint, noise, timeLimit } = this.#terms;
    const { script: observer, ask } = this.#observer;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stuck = new Promise<TrialReport>((done) => {
      timer = setTimeout(done, timeLimit + grace, { isAlive: false, problems: [], changes: [] });
    });
    try {
      await this.ready;
      this.#send({ type: 'page', path: pagePath, origin: trialOrigin, observer, ask, complaint, noise, timeLimit });
      const report = await Promise.race([promise, stuck, this.#ended]);
      if (!report.isAlive) this.kill();
      return report;
    } catch (error) {
      return { isAlive: false, problems: [messageOf(error)], changes: [] };
    } finally {
      clearTimeout(timer);
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #send(request: JsdomRequest): void {
    if (this.#child.connected) this.#child.send(request, () => {});
  }
}

function startProcess(): ChildProcess {
  const readable = readableFolders().map((folder) => `--allow-fs-read=${folder}`);
  return fork(script, [], {
    execArgv: ['--no-warnings', '--permission', ...readable, `--max-old-space-size=${heapLimit}`],
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

/** The platform's own code, and the folder of packages that jsdom and what it needs lie in. */
function readableFolders(): string[] {
  const installed = createRequire(import.meta.url).resolve('jsdom');
  const end = installed.lastIndexOf(`${path.sep}node_modules${path.sep}`);
  return [path.join(import.meta.dirname, '..'), path.join(installed.slice(0, end), 'node_modules')];
}

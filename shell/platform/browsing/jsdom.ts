import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { messageOf } from '../message-of.ts';
import { OwnTime } from '../own-time.ts';
import type { JsdomAnswer, JsdomRequest } from './jsdom-messages.ts';
import { buildObserver } from './observer-script.ts';
import { type TrialBrowser, type TrialReport, type TrialTerms, trialOrigin } from './trial-browser.ts';
import { watchMemory } from './watch-memory.ts';

const script = path.join(import.meta.dirname, 'jsdom-main.ts');

/** Heap of a process, in megabytes. */
const heapLimit = 512;
/** One that is not ready by then never will be, in milliseconds. */
const startLimit = 20_000;

/**
 * jsdom in processes of its own, which may read installed packages and nothing else, start no program and have no way to
 * the network. It knows no layout and no styles: what only those break, it does not see.
 */
export async function startJsdom(terms: TrialTerms): Promise<TrialBrowser> {
  const all: JsdomProcess[] = [];
  const ownTime = new OwnTime(() => [process.pid, ...all.flatMap(({ pid }) => pid ?? [])]);
  const start = () => {
    const started = new JsdomProcess(terms, ownTime);
    all.push(started);
    return started;
  };
  const first = start();
  await first.ready.catch((error: unknown) => {
    ownTime.stop();
    throw error;
  });
  const idle = [first];
  return {
    name: 'jsdom',
    atOnce: 2,
    ownTime: () => ownTime.elapsed,
    async tryPage(pagePath) {
      const next = idle.pop() ?? start();
      const report = await next.tryPage(pagePath);
      if (report.isAlive) idle.push(next);
      return report;
    },
    close: async () => {
      ownTime.stop();
      for (const one of all) one.kill();
    },
  };
}

/** One process, which tries one page at a time. */
class JsdomProcess {
  /** Rejects with a sentence when it does not start. */
  readonly ready: Promise<void>;
  readonly #terms: TrialTerms;
  readonly #ownTime: OwnTime;
  readonly #observer: ReturnType<typeof buildObserver>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;
  #takeReport: (report: TrialReport) => void = () => {};

  constructor(terms: TrialTerms, ownTime: OwnTime) {
    this.#terms = terms;
    this.#ownTime = ownTime;
    this.#observer = buildObserver(terms.isAlive);
    this.#child = startProcess();
    const { pid } = this.#child;
    const watched = watchMemory((one) => one === pid);
    this.#child.once('exit', () => watched.stop());
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
    const cancel = ownTime.after(startLimit, () => ready.reject(new Error('jsdom does not start')));
    this.ready = Promise.race([ready.promise, this.#ended]).finally(cancel);
    this.ready.catch(() => this.kill());
    this.#ended.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async tryPage(pagePath: string): Promise<TrialReport> {
    const { promise, resolve } = Promise.withResolvers<TrialReport>();
    this.#takeReport = resolve;
    const { complaint, noise, timeLimit } = this.#terms;
    const { script: observer, ask } = this.#observer;
    let cancel = () => {};
    const stuck = Promise.withResolvers<TrialReport>();
    try {
      await this.ready;
      cancel = this.#ownTime.after(timeLimit, (end) => {
        stuck.resolve({ isAlive: false, problems: [], changes: [], shown: [], wasStarved: end === 'starved' });
      });
      this.#send({ type: 'page', path: pagePath, origin: trialOrigin, observer, ask, complaint, noise });
      const report = await Promise.race([promise, stuck.promise, this.#ended]);
      if (!report.isAlive) this.kill();
      return report;
    } catch (error) {
      return { isAlive: false, problems: [messageOf(error)], changes: [], shown: [] };
    } finally {
      cancel();
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

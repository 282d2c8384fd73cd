import { setTimeout as sleep } from 'node:timers/promises';
import { compileFunction, constants, createContext, Script } from 'node:vm';
import { messageOf } from '../../message-of.ts';
import { createPrimitives, type Primitives } from './primitives.ts';
import { installRenderer, type ModuleCode, type RealmRenderer } from './realm-renderer.ts';
import { installScheduler } from './realm-scheduler.ts';
import { installUrl } from './realm-url.ts';
import { installWeb } from './realm-web.ts';

/** What a render came to: `RenderOutcome` as JSON, in the words of the bundle. */
type Outcome = string;

/** Longer answers are no pages, in characters. */
const longestOutcome = 2_000_000;

const parameters = ['module', 'exports', 'require'];

/**
 * A JavaScript realm of its own that holds the host's bundle and one release's, and nothing of Node: the language, the
 * globals of the files beside this one, no code from texts. Its promises and timers go on while a render waits for them, and
 * at no other time, as nothing but this class lets them.
 *
 * Some errors of V8 itself (an `import()`, a stack that is full) belong to Node's realm. What bundles reach through them is
 * frozen, and makes no code either: see thread-main.ts.
 */
export class Realm {
  readonly #renderer: RealmRenderer;
  readonly #global: object;
  /** Running any script lets the realm's promises go on; this one does nothing else. */
  readonly #goOn = new Script('0');

  /** @throws what the host's bundle throws. */
  constructor(hostCode: string, log: (text: string) => void) {
    this.#global = createContext(constants.DONT_CONTEXTIFY, {
      codeGeneration: { strings: false, wasm: false },
      microtaskMode: 'afterEvaluate',
    });
    this.#renderer = this.#install(createPrimitives(log));
    this.#renderer.loadHost(this.#compile(hostCode, 'host'));
    this.#drain();
  }

  /** Whether the code of the release is there, so that it need not come with the next page. */
  get hasLoaded(): boolean {
    return this.#renderer.hasLoaded() === true;
  }

  /** Renders one task, `RenderTask` as JSON. It may never end: whoever calls bounds its time. */
  async render(task: string, code: string | null, release: string): Promise<Outcome> {
    let compiled: ModuleCode | null = null;
    try {
      compiled = code === null ? null : this.#compile(code, release);
    } catch (error) {
      return fault(`its server bundle cannot be read: ${messageOf(error)}`);
    }
    try {
      this.#renderer.begin(task, compiled);
      for (;;) {
        this.#drain();
        const outcome = this.#renderer.takeOutcome();
        if (typeof outcome === 'string') return bounded(outcome);
        const wait = this.#renderer.turn();
        if (typeof wait !== 'number' || !(wait >= 0)) return fault('it waits for something that never comes');
        if (wait > 0) await sleep(wait);
      }
    } catch {
      // What the bundle threw is not looked at: its getters would run.
      return fault('it broke its renderer');
    }
  }

  #install(primitives: Primitives): RealmRenderer {
    const texts = [installScheduler, installUrl, installWeb, installRenderer].map(String);
    const [scheduler, ...rest] = texts;
    const renderer = rest.pop();
    const text = `'use strict'; (primitives) => {
      for (const install of [${rest.join(',\n')}]) install(primitives);
      return (${renderer})((${scheduler})());
    }`;
    const install: (primitives: Primitives) => RealmRenderer = new Script(text, { filename: 'realm' }).runInContext(
      this.#global,
    );
    return install(primitives);
  }

  #compile(code: string, filename: string): ModuleCode {
    return compileFunction(code, parameters, { filename, parsingContext: this.#global }) as ModuleCode;
  }

  #drain(): void {
    this.#goOn.runInContext(this.#global);
  }
}

function bounded(outcome: string): Outcome {
  return outcome.length <= longestOutcome ? outcome : fault(`its page is longer than ${longestOutcome / 1e6} MB`);
}

function fault(message: string): Outcome {
  return JSON.stringify({ type: 'fault', message });
}

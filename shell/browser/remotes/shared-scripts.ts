import { cacheBuster } from '../cache-buster.ts';

/** The bundler's own way to load a script: `done` hears of its end, good or bad. */
export type LoadScript = (url: string, done: (event?: Event) => void, key: string, chunkId: string) => void;

/** What this needs of the bundler's runtime in the shell. */
export interface BundlerRuntime {
  l: LoadScript;
  federation: { instance?: { shareScopeMap: ShareScopes } };
}

/** Scope, name of the module, version. */
type ShareScopes = Record<string, Record<string, Record<string, { lib?: unknown; loading?: unknown }>>>;

/**
 * Scripts of the shared modules, for retries: what failed is remembered by the federation runtime as a promise, by the
 * browser as an address.
 */
export class SharedScripts {
  readonly #bundler: BundlerRuntime;
  /** Addresses that were asked for. */
  readonly #asked = new Set<string>();
  /** What asks once more for a script that is on its way, by its address. */
  readonly #underWay = new Map<string, () => void>();
  /** Addresses that did not come when they were asked for last. */
  readonly #missing = new Set<string>();

  /** From here on every attempt at a script has an address of its own; integrity goes by the chunk and stays the same. */
  constructor(bundler: BundlerRuntime) {
    this.#bundler = bundler;
    const load = bundler.l;
    bundler.l = (url, done, key, chunkId) => this.#load(load, { url, done, key, chunkId });
  }

  /** Something that was asked for is not there. */
  get isIncomplete(): boolean {
    return this.#underWay.size + this.#missing.size > 0;
  }

  /** Makes the next load of every module that is not there yet a fresh one. */
  forgetFailures(): void {
    const scopes = Object.values(this.#bundler.federation.instance?.shareScopeMap ?? {});
    const modules = scopes.flatMap((scope) => Object.values(scope)).flatMap((versions) => Object.values(versions));
    // One that is on its way is not asked for twice: the bundler gives the promise that it has.
    for (const shared of modules) if (!shared.lib) shared.loading = undefined;
  }

  /** Asks once more for what is on its way, for a visitor who has waited long enough. Whichever comes first counts. */
  retryPending(): void {
    for (const ask of this.#underWay.values()) ask();
  }

  #load(load: LoadScript, { url, done, key, chunkId }: { url: string; done: (event?: Event) => void } & Chunk): void {
    let pending = 0;
    const end = (event?: Event) => {
      pending -= 1;
      if (event?.type !== 'load' && pending > 0) return;
      this.#underWay.delete(url);
      if (event?.type === 'load') this.#missing.delete(url);
      else this.#missing.add(url);
      done(event);
    };
    const ask = () => {
      const query = this.#asked.has(url) ? `?${cacheBuster()}` : '';
      this.#asked.add(url);
      pending += 1;
      load(url + query, end, key + query, chunkId);
    };
    this.#underWay.set(url, ask);
    ask();
  }
}

interface Chunk {
  key: string;
  chunkId: string;
}

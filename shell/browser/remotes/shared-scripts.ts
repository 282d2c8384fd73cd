import { cacheBuster } from '../cache-buster.ts';

/** The bundler's script loader; it calls `done` after success and failure. */
export type LoadScript = (url: string, done: (event?: Event) => void, key: string, chunkId: string) => void;

/** The members of the bundler's runtime that this module uses. */
export interface BundlerRuntime {
  l: LoadScript;
  federation: { instance?: { shareScopeMap: ShareScopes } };
}

/** By scope, module name and version. */
type ShareScopes = Record<string, Record<string, Record<string, { lib?: unknown; loading?: unknown }>>>;

/** Retries scripts of the shared modules. The federation runtime remembers a failure as a promise, the browser by URL. */
export class SharedScripts {
  readonly #bundler: BundlerRuntime;
  readonly #asked = new Set<string>();
  /** Functions that repeat a pending request, by URL. */
  readonly #underWay = new Map<string, () => void>();
  /** URLs whose last request failed. */
  readonly #missing = new Set<string>();

  /** Returns every retry a unique URL. The integrity belongs to the chunk and does not change. */
  constructor(bundler: BundlerRuntime) {
    this.#bundler = bundler;
    const load = bundler.l;
    bundler.l = (url, done, key, chunkId) => this.#load(load, { url, done, key, chunkId });
  }

  /** True if a requested script is missing. */
  get isIncomplete(): boolean {
    return this.#underWay.size + this.#missing.size > 0;
  }

  /** Makes the next load of every missing module a new request. */
  forgetFailures(): void {
    const scopes = Object.values(this.#bundler.federation.instance?.shareScopeMap ?? {});
    const modules = scopes.flatMap((scope) => Object.values(scope)).flatMap((versions) => Object.values(versions));
    // A pending module is not requested twice, because the bundler returns its own promise.
    for (const shared of modules) if (!shared.lib) shared.loading = undefined;
  }

  /** Repeats pending requests for a visitor who has waited long enough. The first response wins. */
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

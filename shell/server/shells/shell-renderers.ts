import { type Live, RenderPool } from '../../platform/index.ts';
import type { PageShell } from './page-shell.ts';

/** In milliseconds; pages that were requested before a switch are finished by then. */
const drainTime = 30_000;
/** Previewed shells with renderers. Another preview restarts its renderers with its next page. */
const maxPreviewed = 2;

export type CreatePool = (options: Pick<ConstructorParameters<typeof RenderPool>[0], 'hostBundle'>) => RenderPool;

export interface NamedShell {
  name: string;
  shell: PageShell;
  isPreviewed: boolean;
}

/** A render pool for each shell that visitors get, because no renderer may hold the code of two shells. */
export class ShellRenderers {
  readonly #create: CreatePool;
  readonly #pools = new Map<string, { pool: RenderPool; isPreviewed: boolean }>();
  readonly #ending = new Map<RenderPool, NodeJS.Timeout>();

  constructor(create: CreatePool = (options) => new RenderPool(options)) {
    this.#create = create;
  }

  /** The renderers of a shell, which are created with its first page. */
  poolOf({ name, shell: { hostBundle }, isPreviewed }: NamedShell): RenderPool {
    const known = this.#pools.get(name);
    if (known) return known.pool;
    const pool = this.#create({ hostBundle });
    this.#pools.set(name, { pool, isPreviewed });
    const previewed = [...this.#pools].filter(([, one]) => one.isPreviewed).map(([one]) => one);
    for (const oldest of previewed.slice(0, -maxPreviewed)) this.#retire(oldest);
    return pool;
  }

  /**
   * Adapts the renderers to what is live. The live shell gets its renderers before the first request, a canary with its
   * first visitor, and those of a shell that nobody gets any more are stopped.
   */
  follow({ shell }: Pick<Live.LiveSite, 'shell'>, live: NamedShell, releases: readonly string[]): void {
    for (const [name, { isPreviewed }] of this.#pools) {
      if (!isPreviewed && name !== live.name && name !== shell?.canary?.id) this.#retire(name);
    }
    // A renderer that does not start is reported with the page that fails.
    this.poolOf(live)
      .serve(releases)
      .catch(() => {});
  }

  close(): void {
    for (const name of [...this.#pools.keys()]) this.#retire(name);
    for (const pool of [...this.#ending.keys()]) this.#end(pool);
  }

  #retire(name: string): void {
    const pool = this.#pools.get(name)?.pool;
    if (!pool) return;
    this.#pools.delete(name);
    pool.retire();
    this.#ending.set(pool, setTimeout(() => this.#end(pool), drainTime).unref());
  }

  #end(pool: RenderPool): void {
    clearTimeout(this.#ending.get(pool));
    this.#ending.delete(pool);
    pool.close();
  }
}

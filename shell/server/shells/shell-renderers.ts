import { type LiveSite, RenderPool } from '../../platform/index.ts';
import type { PageShell } from './page-shell.ts';

/** Pages that were asked for before a switch are finished by then, in milliseconds. */
const drainTime = 30_000;
/** Previews at once; more than these start their renderers anew. */
const mostPreviewed = 2;

export type CreatePool = (options: Pick<ConstructorParameters<typeof RenderPool>[0], 'hostBundle'>) => RenderPool;

/** A shell under the name that its renderers have. */
export interface NamedShell {
  name: string;
  shell: PageShell;
  isPreviewed: boolean;
}

/** The renderers of each shell that visitors get: no renderer holds the code of two. */
export class ShellRenderers {
  readonly #create: CreatePool;
  readonly #pools = new Map<string, { pool: RenderPool; isPreviewed: boolean }>();
  readonly #ending = new Map<RenderPool, NodeJS.Timeout>();

  constructor(create: CreatePool = (options) => new RenderPool(options)) {
    this.#create = create;
  }

  /** The renderers of a shell, from the first page on that is asked for. */
  of({ name, shell: { hostBundle }, isPreviewed }: NamedShell): RenderPool {
    const known = this.#pools.get(name);
    if (known) return known.pool;
    const pool = this.#create({ hostBundle });
    this.#pools.set(name, { pool, isPreviewed });
    const previewed = [...this.#pools].filter(([, one]) => one.isPreviewed).map(([one]) => one);
    for (const left of previewed.slice(0, -mostPreviewed)) this.#leave(left);
    return pool;
  }

  /**
   * Hears of what is live: the live shell has its renderers started ahead, that of a canary when its first visitor comes, and
   * those of shells that nobody gets any more end. Releases on the way back keep the renderers that they have for a while.
   */
  follow(
    { shell }: Pick<LiveSite, 'shell'>,
    live: NamedShell,
    { releases, wayBack }: { releases: readonly string[]; wayBack: readonly string[] },
  ): void {
    for (const [name, { isPreviewed }] of this.#pools) {
      if (!isPreviewed && name !== live.name && name !== shell?.canary?.id) this.#leave(name);
    }
    // A renderer that does not start is reported with the page it fails.
    this.of(live)
      .serve(releases, wayBack)
      .catch(() => {});
  }

  close(): void {
    for (const name of [...this.#pools.keys()]) this.#leave(name);
    for (const pool of [...this.#ending.keys()]) this.#end(pool);
  }

  #leave(name: string): void {
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

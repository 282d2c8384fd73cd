import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Address, type Host, nameOf } from './address.ts';

/** How long the server that took the last writes has to answer before the others are asked beside it. */
const headStartMs = 300;
/** How long the others may answer once one that takes writes is found, for one of them may be newer. */
const settleMs = 200;

export interface Failure {
  host: Host;
  error: unknown;
}

/** A server that answers and is not the one that takes writes. The message goes on from its name. */
export class NotPrimaryError extends Error {
  override readonly name = 'NotPrimaryError';
}

/** No server of the address takes writes now. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    super(
      `No database takes writes: ${failures.map(({ host, error }) => `${nameOf(host)} ${wordsOf(error)}`).join('; ')}`,
    );
    this.failures = failures;
  }
}

/** Which writes a server has: of which cluster, and after how many changes of its primary. */
interface History {
  cluster: string;
  timeline: number;
}

interface Found<Client extends pg.Client> {
  host: Host;
  client: Client;
  /** Null where the server does not tell. */
  history: History | null;
}

type Open<Client extends pg.Client> = (host: Host) => Promise<Client>;

const ask = `select current_setting('transaction_read_only') as read_only, pg_is_in_recovery() as standby`;
/** A promoted server writes its log under a new number, which is the first eight digits of the log's files. */
const askHistory = `select system_identifier::text as cluster, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline from pg_control_system()`;

/**
 * Finds the server that takes writes among those of the address, as libpq does with `target_session_attrs=read-write`, and
 * unlike it never goes back: a primary that was cut off and comes again after another one took its place still believes
 * itself to be one, and is told by its older timeline.
 */
export class PrimaryFinder {
  readonly #address: Address;
  #primary: Host | undefined;
  /** False once it is asked again who takes the writes, whatever was found before. */
  #isTrusted = false;
  #newest: History | null = null;
  #generation = 0;

  constructor(address: Address) {
    this.#address = address;
  }

  /** Grows when another server takes the writes: connections of before are of no use any more. */
  get generation(): number {
    return this.#generation;
  }

  /** The server of that generation, which took the writes, says that it does not any more. */
  leave(generation: number | undefined): void {
    if (generation !== this.#generation) return;
    this.#isTrusted = false;
    this.#primary = undefined;
    this.#generation += 1;
  }

  /**
   * A server hangs or was lost: who connects next asks all. One that was cut off and comes again would be first to answer,
   * and have each write wait for a standby that has taken its place.
   */
  doubt(): void {
    this.#isTrusted = false;
  }

  /**
   * Opens a connection to the server that takes writes. Takes no longer than `open` does for one, and half a second.
   * @param open must end by itself: its own limit is the limit of a server that does not answer.
   * @throws NoPrimaryError
   */
  async connect<Client extends pg.Client>(open: Open<Client>): Promise<Client> {
    const { hosts, mustTakeWrites } = this.#address;
    const [only] = hosts;
    if (only !== undefined && !mustTakeWrites) return open(only);
    const search = new Search(hosts, this.#isTrusted ? this.#primary : undefined, (host) =>
      this.#openPrimary(host, open),
    );
    const found = await search.best();
    if (this.#isOlder(found.history)) {
      // Another search found a newer one meanwhile.
      drop(found.client);
      return this.connect(open);
    }
    this.#note(found);
    return found.client;
  }

  async #openPrimary<Client extends pg.Client>(host: Host, open: Open<Client>): Promise<Found<Client>> {
    const client = await open(host);
    try {
      const { rows } = await client.query<{ read_only: string; standby: boolean }>(ask);
      if (rows[0]?.standby) throw new NotPrimaryError('is a standby');
      if (rows[0]?.read_only !== 'off') throw new NotPrimaryError('is read-only');
      const history = await historyOf(client);
      if (this.#isOlder(history)) throw new NotPrimaryError('was the primary before another one took its place');
      return { host, client, history };
    } catch (error) {
      drop(client);
      throw error;
    }
  }

  #isOlder(history: History | null): boolean {
    const newest = this.#newest;
    return history !== null && newest?.cluster === history.cluster && history.timeline < newest.timeline;
  }

  #note({ host, history }: Found<pg.Client>): void {
    if (history !== null) this.#newest = history;
    this.#isTrusted = true;
    if (host === this.#primary) return;
    this.#primary = host;
    this.#generation += 1;
  }
}

/** One look at all servers: first at the preferred one, then at all at once. */
class Search<Client extends pg.Client> {
  readonly #hosts: readonly Host[];
  readonly #preferred: Host | undefined;
  readonly #open: (host: Host) => Promise<Found<Client>>;
  readonly #attempts = new Map<Host, Promise<Found<Client> | undefined>>();
  readonly #found: Found<Client>[] = [];
  readonly #failures: Failure[] = [];
  #isOver = false;

  constructor(hosts: readonly Host[], preferred: Host | undefined, open: (host: Host) => Promise<Found<Client>>) {
    this.#hosts = hosts;
    this.#preferred = preferred;
    this.#open = open;
  }

  async best(): Promise<Found<Client>> {
    const preferred = this.#preferred && (await within(headStartMs, this.#try(this.#preferred)));
    if (preferred) return this.#choose(preferred);
    const attempts = this.#hosts.map((host) => this.#try(host));
    const all = Promise.all(attempts);
    await Promise.race([all, ...attempts.map(async (attempt) => (await attempt) ?? all)]);
    if (this.#found.length > 0) await within(settleMs, all);
    const [best] = this.#found.toSorted((one, other) => timelineOf(other) - timelineOf(one));
    if (best === undefined) throw new NoPrimaryError(this.#inOrder());
    return this.#choose(best);
  }

  #try(host: Host): Promise<Found<Client> | undefined> {
    const known = this.#attempts.get(host);
    if (known !== undefined) return known;
    const attempt = this.#open(host).then(
      (found) => {
        if (this.#isOver) drop(found.client);
        else this.#found.push(found);
        return found;
      },
      (error: unknown) => {
        this.#failures.push({ host, error });
        return undefined;
      },
    );
    this.#attempts.set(host, attempt);
    return attempt;
  }

  #choose(best: Found<Client>): Found<Client> {
    this.#isOver = true;
    for (const found of this.#found) if (found !== best) drop(found.client);
    return best;
  }

  #inOrder(): Failure[] {
    return this.#failures.toSorted((one, other) => this.#hosts.indexOf(one.host) - this.#hosts.indexOf(other.host));
  }
}

async function historyOf(client: pg.Client): Promise<History | null> {
  try {
    const { rows } = await client.query<{ cluster: string; timeline: string }>(askHistory);
    const [row] = rows;
    return row ? { cluster: row.cluster, timeline: Number.parseInt(row.timeline, 16) } : null;
  } catch (error) {
    // Some managed services keep these functions to themselves; a connection that is gone is another matter.
    if (typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'ERROR') return null;
    throw error;
  }
}

function timelineOf({ history }: Found<pg.Client>): number {
  return history?.timeline ?? 0;
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const ending = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: ending.signal })]);
  } finally {
    ending.abort();
  }
}

/** Not awaited: the end of a connection that hangs would hang too. */
function drop(client: pg.Client): void {
  client.end().catch(() => undefined);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

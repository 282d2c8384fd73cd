import pg from 'pg';
import { TestPostgres } from '../../../api/testing/test-postgres.ts';

/** A primary and its synchronous standby. */
export class Pair {
  primary: TestPostgres;
  standby: TestPostgres;
  readonly #base: string;

  private constructor(base: string, primary: TestPostgres, standby: TestPostgres) {
    this.#base = base;
    this.primary = primary;
    this.standby = standby;
  }

  static async start(base: string): Promise<Pair> {
    const primary = await TestPostgres.create(base, 'a');
    const standby = await primary.standby(base, 'b');
    const pair = new Pair(base, primary, standby);
    await primary.waitFor(standby, 'remote_apply');
    return pair;
  }

  /** In the order of their names, not of their roles. */
  get servers(): TestPostgres[] {
    return [this.primary, this.standby].toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Promotes the standby; returns the time from which it accepts writes. */
  async promote(): Promise<number> {
    await this.standby.promote();
    const moment = performance.now();
    [this.primary, this.standby] = [this.standby, this.primary];
    return moment;
  }

  /** Makes the former primary a new standby. */
  async heal(): Promise<void> {
    if (this.standby.isRunning) await this.standby.kill();
    this.standby = await this.primary.standby(this.#base, this.standby.name, this.standby.port);
    await this.primary.waitFor(this.standby, 'remote_apply');
  }

  async stop(): Promise<void> {
    for (const server of this.servers) if (server.isRunning) await server.kill();
  }
}

/** Whether a server acknowledges a direct write within two seconds. */
export async function acknowledges(server: TestPostgres): Promise<boolean> {
  const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('create table if not exists woken (at timestamptz)');
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

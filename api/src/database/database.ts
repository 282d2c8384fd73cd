import { hash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { Sequelize } from 'sequelize';
import { readDatabaseUrl } from './connection.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { type NamedStatement, type PooledClient, pooledPg } from './pooled-client.ts';

/** Together below 3 s: a visitor does not wait longer for "not available right now". */
const acquireMs = 1400;
const queryMs = 1400;

/** A server too slow for what Sequelize sets at first would keep the connection. The type lacks the member. */
const nothingToSet = { keepDefaultTimezone: true };

export interface Statement {
  /** Prepared once a connection under this name, unless the database does not keep what is prepared. */
  name: string;
  text: string;
}

export interface DatabaseOptions {
  queryTimeoutMs?: number;
  /** Called once when statements go without names from then on. */
  onUnnamed?: () => void;
}

/** What Sequelize's type lacks of its connection manager. */
interface Connecting {
  /** Asked directly: what the manager does around it, for each statement, is of use to other dialects. */
  pool: { acquire(): Promise<PooledClient>; release(connection: PooledClient): void };
}

/** The pool and the models' Sequelize. The pool connects again by itself after the database was unavailable. */
@Injectable()
export class Database implements OnApplicationShutdown {
  readonly sequelize: Sequelize;
  private readonly onUnnamed: () => void;
  private namesHold = true;
  /** Grows when the server takes no writes any more: connections of before are of no use then. */
  private generation = 0;
  /** In which generation a connection was made. */
  private readonly generations = new WeakMap<object, number>();
  private readonly manager: Connecting;

  constructor(databaseUrl: string, options: DatabaseOptions = {}) {
    this.onUnnamed = options.onUnnamed ?? (() => undefined);
    const { user = '', password, database = '', host, port, ssl } = readDatabaseUrl(databaseUrl);
    this.sequelize = new Sequelize(database, user, typeof password === 'string' ? password : '', {
      dialect: 'postgres',
      ...(host && { host }),
      ...(port && { port }),
      dialectModule: pooledPg,
      ...nothingToSet,
      logging: false,
      pool: { max: 20, min: 0, acquire: acquireMs, idle: 30_000, validate: (connection) => this.isGood(connection) },
      dialectOptions: {
        application_name: 'beaconfield-api',
        connectionTimeoutMillis: acquireMs,
        query_timeout: options.queryTimeoutMs ?? queryMs,
        keepAlive: true,
        clientMinMessages: 'ignore',
        ...(ssl && { ssl }),
      },
    });
    this.manager = this.sequelize.connectionManager as unknown as Connecting; // See the interface.
    this.sequelize.addHook('afterConnect', (connection) => {
      this.generations.set(connection as object, this.generation); // Its type is unknown, since each dialect has another.
    });
  }

  /**
   * Runs one named statement on a pooled connection, past the ORM, whose cost is most of a request's.
   * @throws DatabaseUnavailableError when there is no connection or no answer in time.
   */
  async run<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const connection = await this.acquire();
    try {
      const rows = await this.query<Row>(connection, statement, values);
      this.manager.pool.release(connection);
      return rows;
    } catch (error) {
      if (isRefusedByServer(error)) {
        this.manager.pool.release(connection);
        throw error;
      }
      if (codeOf(error) === readOnly && this.isOfThisGeneration(connection)) this.generation += 1;
      this.discard(connection);
      throw new DatabaseUnavailableError(error);
    }
  }

  /** Whether the database answers. */
  async ping(): Promise<void> {
    await this.run({ name: 'ping', text: 'select 1' }, []);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sequelize.close();
  }

  /**
   * A pooler such as PgBouncer in transaction mode gives each transaction another connection, where a name is unknown or
   * taken. Both are said before anything is run, so that the same statement may go again, without its name.
   */
  private query<Row extends pg.QueryResultRow>(connection: PooledClient, statement: Statement, values: unknown[]) {
    if (!this.namesHold) return withoutName<Row>(connection, statement, values);
    return new Promise<Row[]>((resolve, reject) => {
      connection.runNamed<Row>(named(statement), values, (error, rows) => {
        if (!error) {
          resolve(rows);
        } else if (!isNameRefused(error)) {
          reject(error);
        } else {
          if (this.namesHold) this.onUnnamed();
          this.namesHold = false;
          withoutName<Row>(connection, statement, values).then(resolve, reject);
        }
      });
    });
  }

  /** The first two are how Sequelize marks a connection that broke or ends. */
  private isGood(connection: unknown): boolean {
    const { _invalid, _ending } = connection as { _invalid?: boolean; _ending?: boolean };
    if (_invalid || _ending) return false;
    return this.isOfThisGeneration(connection as object); // It is a connection.
  }

  private isOfThisGeneration(connection: object): boolean {
    return this.generations.get(connection) === this.generation;
  }

  private async acquire(): Promise<PooledClient> {
    try {
      return await this.manager.pool.acquire();
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
  }

  /** Not awaited: the end of a connection that hangs would hang too. */
  private discard(connection: pg.Client): void {
    this.sequelize.connectionManager.destroyConnection(connection).catch(() => undefined);
  }
}

async function withoutName<Row extends pg.QueryResultRow>(
  connection: pg.Client,
  { text }: Statement,
  values: unknown[],
) {
  const { rows } = await connection.query<Row>({ text, values });
  return rows;
}

/** The name is taken, or unknown. */
function isNameRefused(error: unknown): boolean {
  return ['42P05', '26000'].includes(codeOf(error));
}

/** A server that takes no writes: another one has its place behind the address, or will have it. */
const readOnly = '25006';

/** The server answered and the connection is still good: a SQLSTATE that tells of the request, not of the server. */
function isRefusedByServer(error: unknown): boolean {
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|25006|53|57P|E)/.test(code);
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

const names = new WeakMap<Statement, NamedStatement>();

/** With a hash of its text: behind a pooler, a name may have been given by a process of another version. */
function named(statement: Statement): NamedStatement {
  const known = names.get(statement);
  if (known !== undefined) return known;
  const { text } = statement;
  const found = { name: `${statement.name}-${hash('sha256', text).slice(0, 12)}`, text };
  names.set(statement, found);
  return found;
}

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { Sequelize } from 'sequelize';
import { connectionParts } from './connection.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { pooledPg } from './pooled-client.ts';

/** Together below 3 s: a visitor does not wait longer for "not available right now". */
const acquireMs = 1400;
const queryMs = 1400;

/** A server too slow for what Sequelize sets at first would keep the connection. The type lacks the member. */
const nothingToSet = { keepDefaultTimezone: true };

export interface Statement {
  /** Prepared once a connection under this name. */
  name: string;
  text: string;
}

/** The pool and the models' Sequelize. The pool connects again by itself after the database was gone. */
@Injectable()
export class Database implements OnApplicationShutdown {
  readonly sequelize: Sequelize;

  constructor(databaseUrl: string, options: { queryTimeoutMs?: number } = {}) {
    const { host, port, user, password, database, ssl } = connectionParts(databaseUrl);
    this.sequelize = new Sequelize(database, user, password, {
      dialect: 'postgres',
      dialectModule: pooledPg,
      ...nothingToSet,
      host,
      port,
      logging: false,
      pool: { max: 20, min: 0, acquire: acquireMs, idle: 30_000 },
      dialectOptions: {
        application_name: 'beaconfield-api',
        connectionTimeoutMillis: acquireMs,
        query_timeout: options.queryTimeoutMs ?? queryMs,
        keepAlive: true,
        clientMinMessages: 'ignore',
        ...(ssl ? { ssl } : {}),
      },
    });
  }

  /**
   * Runs one named statement on a pooled connection, past the ORM, whose cost is most of a request's.
   * @throws DatabaseUnavailableError when there is no connection or no answer in time.
   */
  async run<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const connection = await this.acquire();
    try {
      const result = await connection.query<Row>({ ...statement, values });
      this.sequelize.connectionManager.releaseConnection(connection);
      return result.rows;
    } catch (error) {
      if (isRefusedByServer(error)) {
        this.sequelize.connectionManager.releaseConnection(connection);
        throw error;
      }
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

  private async acquire(): Promise<pg.Client> {
    try {
      const connection = await this.sequelize.connectionManager.getConnection({ type: 'write' });
      return connection as pg.Client; // Sequelize types every dialect's connection as object.
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
  }

  /** Not awaited: the end of a connection that hangs would hang too. */
  private discard(connection: pg.Client): void {
    this.sequelize.connectionManager.destroyConnection(connection).catch(() => undefined);
  }
}

/** The server answered and the connection is still good: a SQLSTATE that tells of the request, not of the server. */
function isRefusedByServer(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|25006|53|57P|E)/.test(code);
}

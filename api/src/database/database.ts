import { hash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { traced } from 'kit/server/tracing';
import pg from 'pg';
import { BaseError, ConnectionError, QueryTypes, Sequelize } from 'sequelize';
import { DatabaseUnavailableError, readDatabaseUrl } from './connection.ts';
import { defineModels } from './models.ts';

/** In milliseconds. The two together are below 3 s, the longest wait for "not available right now". */
const acquireMs = 1400;
const queryMs = 1400;

/**
 * In milliseconds. It is below `queryMs`, so that PostgreSQL itself cancels a statement that takes too long: otherwise it
 * would finish it, and keep a form, after the client was told that it failed.
 */
const statementMs = 1200;

/**
 * A PostgreSQL that is shutting down may end a connection in the packet that opens it, before Sequelize adds its listener,
 * and an unhandled error event would end this process.
 */
class ListeningClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/**
 * Skips Sequelize's initial statements, because a slow server would keep the connection. The type lacks this documented option.
 */
const nothingToSet = { keepDefaultTimezone: true };

/** Sequelize with the models of the API. Its pool reconnects after an outage. */
@Injectable()
export class Database implements OnApplicationShutdown {
  readonly sequelize: Sequelize;
  readonly models: ReturnType<typeof defineModels>;
  private readonly connections = new Set<unknown>();
  private arePreparedKept = true;
  private isTimeoutTaken = true;

  /** @param queryTimeoutMs for the long reads of a command line, which the server does not cancel */
  constructor(databaseUrl: string, { queryTimeoutMs }: { queryTimeoutMs?: number } = {}) {
    const { user = '', password, database = '', host, port, ssl } = readDatabaseUrl(databaseUrl);
    this.sequelize = new Sequelize(database, user, typeof password === 'string' ? password : '', {
      dialect: 'postgres',
      ...(host && { host }),
      ...(port && { port }),
      dialectModule: { ...pg, Client: ListeningClient },
      ...nothingToSet,
      logging: false,
      pool: { max: 20, min: 0, acquire: acquireMs, idle: 30_000 },
      dialectOptions: {
        application_name: 'beaconfield-api',
        connectionTimeoutMillis: acquireMs,
        query_timeout: queryTimeoutMs ?? queryMs,
        ...(queryTimeoutMs === undefined && { statement_timeout: statementMs }),
        keepAlive: true,
        clientMinMessages: 'ignore',
        ...(ssl && { ssl }),
      },
    });
    this.sequelize.addHook('beforeConnect', ({ dialectOptions }) => {
      if (!this.isTimeoutTaken) Object.assign(dialectOptions ?? {}, { statement_timeout: undefined });
    });
    this.sequelize.addHook('afterConnect', (connection) => void this.connections.add(connection));
    this.sequelize.addHook('afterDisconnect', (connection) => void this.connections.delete(connection));
    this.models = defineModels(this.sequelize);
  }

  /**
   * Runs one statement that no model can express. Placeholders are `$1` for a list of values, or `$name` for named ones.
   * @throws DatabaseUnavailableError without a connection or an answer in time
   */
  run<Row extends object = Record<string, unknown>>(
    text: string,
    values: unknown[] | Record<string, unknown> = [],
  ): Promise<Row[]> {
    return this.use(() => this.sequelize.query<Row>(text, { bind: values, type: QueryTypes.SELECT }), text);
  }

  /**
   * Runs a statement with pg on a connection of Sequelize's pool. pg prepares it once per connection: planning the
   * statement that stores a form again would double its cost.
   */
  runPrepared<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const { connectionManager } = this.sequelize;
    return this.use(async () => {
      const connection = (await connectionManager.getConnection({ type: 'write' })) as ListeningClient; // see `dialectModule`
      try {
        return await this.queryPrepared<Row>(connection, text, values);
      } catch (error) {
        // The next user of the connection would get this statement's answer. The pool replaces ended connections.
        const code = sqlStateOf(error);
        if (code !== cancelled && !isRefusedByServer(code)) connection.end().catch(() => undefined);
        throw error;
      } finally {
        connectionManager.releaseConnection(connection);
      }
    }, text);
  }

  /**
   * Runs work on models. Within a trace it has a span of its own, with the `text` of a statement that is known.
   * @throws DatabaseUnavailableError when there is no connection or no answer in time; what the server refuses is thrown as
   * it is
   */
  async use<Result>(work: () => Promise<Result>, text?: string): Promise<Result> {
    const attributes = { 'db.system.name': 'postgresql', ...(text !== undefined && { 'db.query.text': text }) };
    try {
      return await traced('postgresql', { kind: 'client', attributes, isPartOnly: true }, work);
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      if (isTimeoutRefused(error)) {
        this.isTimeoutTaken = false;
        return this.use(work, text);
      }
      const code = sqlStateOf(error);
      if (code === readOnly) this.endConnections();
      const isSent = !(error instanceof ConnectionError);
      if (isSent && code !== cancelled && isRefusedByServer(code)) throw error;
      throw new DatabaseUnavailableError(error, isSent && !isUndone(code));
    }
  }

  async ping(): Promise<void> {
    await this.run('select 1');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sequelize.close();
  }

  /**
   * A pooler such as PgBouncer in transaction mode gives each transaction another connection, on which a name is unknown or
   * taken. Both errors come before anything is run, so the statement can be repeated without its name.
   */
  private async queryPrepared<Row extends pg.QueryResultRow>(
    connection: ListeningClient,
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    if (this.arePreparedKept) {
      try {
        return (await connection.query<Row>({ name: nameOf(text), text, values })).rows;
      } catch (error) {
        if (!isNameRefused(error)) throw error;
        this.arePreparedKept = false;
      }
    }
    return (await connection.query<Row>({ text, values })).rows;
  }

  /** The pool replaces ended connections. */
  private endConnections(): void {
    for (const connection of this.connections) {
      if (connection instanceof ListeningClient) connection.end().catch(() => undefined);
    }
  }
}

function isNameRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['42P05', '26000'].includes(error.code ?? '');
}

const names = new Map<string, string>();

/** A hash of the text: behind a pooler, a process of another version may have used a name. */
function nameOf(text: string): string {
  const name = names.get(text) ?? hash('sha256', text).slice(0, 32);
  names.set(text, name);
  return name;
}

/** A read-only server: another one has replaced it behind the address, or will. */
const readOnly = '25006';

/** A statement that took longer than its timeout; its connection is still usable. */
const cancelled = '57014';

/**
 * PgBouncer takes no timeout of a statement, unless its `ignore_startup_parameters` has it, and refuses the connection
 * before anything is run.
 */
function isTimeoutRefused(error: Error): boolean {
  return error instanceof ConnectionError && error.message.includes('statement_timeout');
}

/** Sequelize passes on pg's errors while a connection is opened: plain errors, and those of the server. */
function isOfDatabase(error: unknown): error is Error {
  if (error instanceof BaseError || error instanceof pg.DatabaseError) return true;
  return error instanceof Error && error.constructor === Error;
}

/** The SQLSTATE is about the request, not the server, so the connection is still usable. */
function isRefusedByServer(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|25006|53|57P|E)/.test(code);
}

/** The server has undone the statement: it is read-only, has no resources left (53), or cancelled the statement. */
function isUndone(code: string): boolean {
  return [readOnly, cancelled].includes(code) || /^53[0-9A-Z]{3}$/.test(code);
}

function sqlStateOf(error: unknown): string {
  const cause = error instanceof BaseError && 'parent' in error ? error.parent : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

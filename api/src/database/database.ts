import { hash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { traced } from 'kit/server/tracing';
import pg from 'pg';
import { BaseError, ConnectionError, type ModelStatic, QueryTypes, Sequelize } from 'sequelize';
import { type AgentModel, defineAgents } from '../agents/agent.model.ts';
import { type DeliveryModel, defineDeliveries } from '../delivery/delivery.model.ts';
import { definePartners, type PartnerKeyModel, type PartnerModel } from '../partners/partner.model.ts';
import { defineSubmissions, type SubmissionModel } from '../submissions/submission.model.ts';
import { readDatabaseUrl } from './connection.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';

/** Together below 3 s: a visitor does not wait longer for "not available right now". */
const acquireMs = 1400;
const queryMs = 1400;

/**
 * PostgreSQL may end a connection in the very packet that opens it (it is being stopped), before Sequelize listens to it,
 * and an error that nobody listens to would end this process.
 */
class ListeningClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** A server too slow for what Sequelize sets at first would keep the connection. The type lacks the documented member. */
const nothingToSet = { keepDefaultTimezone: true };

/** Sequelize with the models of the API. Its pool connects again by itself after the database was unavailable. */
@Injectable()
export class Database implements OnApplicationShutdown {
  readonly sequelize: Sequelize;
  readonly agents: ModelStatic<AgentModel>;
  readonly submissions: ModelStatic<SubmissionModel>;
  readonly deliveries: ModelStatic<DeliveryModel>;
  readonly partners: ModelStatic<PartnerModel>;
  readonly partnerKeys: ModelStatic<PartnerKeyModel>;
  private readonly connections = new Set<unknown>();
  private arePreparedKept = true;

  constructor(databaseUrl: string, { queryTimeoutMs = queryMs }: { queryTimeoutMs?: number } = {}) {
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
        query_timeout: queryTimeoutMs,
        keepAlive: true,
        clientMinMessages: 'ignore',
        ...(ssl && { ssl }),
      },
    });
    this.sequelize.addHook('afterConnect', (connection) => void this.connections.add(connection));
    this.sequelize.addHook('afterDisconnect', (connection) => void this.connections.delete(connection));
    this.agents = defineAgents(this.sequelize);
    this.submissions = defineSubmissions(this.sequelize);
    this.deliveries = defineDeliveries(this.sequelize, this.submissions);
    const { partners, partnerKeys } = definePartners(this.sequelize);
    this.partners = partners;
    this.partnerKeys = partnerKeys;
  }

  /**
   * Runs one statement that no model can express, with `$1` for the first of a list of values, or `$name` for named ones.
   * @throws DatabaseUnavailableError when there is no connection or no answer in time.
   */
  run<Row extends object = Record<string, unknown>>(
    text: string,
    values: unknown[] | Record<string, unknown> = [],
  ): Promise<Row[]> {
    return this.use(() => this.sequelize.query<Row>(text, { bind: values, type: QueryTypes.SELECT }), text);
  }

  /**
   * The same on a connection of Sequelize's pool by pg itself, which prepares a statement once for each connection: for the
   * statement that keeps a form, planning it anew would cost as much again.
   */
  runPrepared<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const { connectionManager } = this.sequelize;
    return this.use(async () => {
      const connection = (await connectionManager.getConnection({ type: 'write' })) as ListeningClient; // See `dialectModule`.
      try {
        return await this.queryPrepared<Row>(connection, text, values);
      } catch (error) {
        // Whoever has it next would wait for the answer to this statement. The pool replaces what has ended.
        if (!isRefusedByServer(sqlStateOf(error))) connection.end().catch(() => undefined);
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
      const code = sqlStateOf(error);
      if (code === readOnly) this.endConnections();
      if (!(error instanceof ConnectionError) && isRefusedByServer(code)) throw error;
      throw new DatabaseUnavailableError(error);
    }
  }

  /** Whether the database answers. */
  async ping(): Promise<void> {
    await this.run('select 1');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sequelize.close();
  }

  /**
   * A pooler such as PgBouncer in transaction mode gives each transaction another connection, where a name is unknown or
   * taken. Both are said before anything is run, so that the same statement may go again, without its name.
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

  /** The pool replaces a connection that has ended. */
  private endConnections(): void {
    for (const connection of this.connections) {
      if (connection instanceof ListeningClient) connection.end().catch(() => undefined);
    }
  }
}

/** The name is taken, or unknown. */
function isNameRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['42P05', '26000'].includes(error.code ?? '');
}

const names = new Map<string, string>();

/** A hash of the text: behind a pooler, a name may have been given by a process of another version. */
function nameOf(text: string): string {
  const name = names.get(text) ?? hash('sha256', text).slice(0, 32);
  names.set(text, name);
  return name;
}

/** A server that takes no writes: another one has its place behind the address, or will have it. */
const readOnly = '25006';

/** Sequelize passes on what pg says while a connection is opened: plain errors, and those of the server. */
function isOfDatabase(error: unknown): error is Error {
  if (error instanceof BaseError || error instanceof pg.DatabaseError) return true;
  return error instanceof Error && error.constructor === Error;
}

/** The server answered and the connection is still good: a SQLSTATE that tells of the request, not of the server. */
function isRefusedByServer(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|25006|53|57P|E)/.test(code);
}

function sqlStateOf(error: unknown): string {
  const cause = error instanceof BaseError && 'parent' in error ? error.parent : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

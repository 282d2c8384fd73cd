import pg from 'pg';
import { type Columns, type Done, openingOf, PreparedRun, runMessage, textsOf } from './prepared-run.ts';

/** How long a server has to take its leave. */
const leaveMs = 1000;

export interface NamedStatement {
  name: string;
  text: string;
}

/** What a connection knows of a statement that it has prepared. */
interface Prepared {
  opening: Buffer;
  columns: Columns;
}

/** A connection that runs what it has prepared for little, and ends whatever the server does. */
export class PooledClient extends pg.Client {
  private readonly prepared = new Map<string, Prepared>();

  /**
   * PostgreSQL may end a connection in the very packet that opens it (it is being stopped), before Sequelize listens to it,
   * and an error that nobody listens to would end this process.
   */
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  /** Runs a statement under its name, which the server keeps: the first time as pg does, then in fewer words. */
  runNamed<Row extends pg.QueryResultRow>({ name, text }: NamedStatement, values: unknown[], done: Done<Row>): void {
    const prepared = this.prepared.get(name);
    const texts = prepared && textsOf(values);
    if (texts) {
      this.query(new PreparedRun(runMessage(prepared.opening, texts), prepared.columns, done));
      return;
    }
    this.query<Row>({ name, text, values }, (error: Error | null, result) => {
      if (!error) this.note(name, values.length, result.fields);
      done(error, error ? [] : result.rows);
    });
  }

  /** The columns of a statement stay: PostgreSQL refuses to run it when they change. */
  private note(name: string, count: number, fields: readonly pg.FieldDef[]): void {
    const readers = fields.map(({ dataTypeID }): ((text: string) => unknown) => this.getTypeParser(dataTypeID, 'text'));
    const columns = { names: fields.map((field) => field.name), readers };
    this.prepared.set(name, { opening: openingOf(name, count), columns });
  }

  /** A server that hangs says no goodbye, and would keep the socket. */
  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | undefined {
    const { stream } = this.connection;
    setTimeout(() => stream.destroy(), leaveMs).unref();
    if (!done) return super.end();
    super.end(done);
    return undefined;
  }
}

/** What Sequelize takes its connections from. */
export const pooledPg = { ...pg, Client: PooledClient };

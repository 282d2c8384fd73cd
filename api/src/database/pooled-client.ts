import pg from 'pg';

/** How long a server has to take its leave. */
const leaveMs = 1000;

/** A connection that ends whatever the server does. */
export class PooledClient extends pg.Client {
  /**
   * PostgreSQL may end a connection in the very packet that opens it (it is being stopped), before Sequelize listens to it,
   * and an error that nobody listens to would end this process.
   */
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
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

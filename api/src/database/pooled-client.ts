import pg from 'pg';

/**
 * Sequelize listens to a connection only after it stands. PostgreSQL may end one in the very packet that opens it (it
 * is being stopped), and an error that nobody listens to would end this process.
 */
class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** What Sequelize takes its connections from. */
export const pooledPg = { ...pg, Client: PooledClient };

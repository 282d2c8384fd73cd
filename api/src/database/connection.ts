import type pg from 'pg';
import { StartError } from '../settings/start-error.ts';
import { type Address, type Host, readAddress } from './address.ts';
import { PooledClient } from './pooled-client.ts';
import { PrimaryFinder } from './primary-finder.ts';
import { whyRefused } from './why-refused.ts';

const connectMs = 5000;

/**
 * A connection of its own, for what needs a session: migrations, and the look at the server's settings.
 * @throws StartError that says why the database does not take us.
 */
export async function connectOnce(databaseUrl: string): Promise<pg.Client> {
  const address = readAddress(databaseUrl);
  try {
    return await new PrimaryFinder(address).connect((host) => open(address, host));
  } catch (error) {
    throw new StartError(whyRefused(address, error));
  }
}

async function open({ user, password, database }: Address, { host, port, tls }: Host): Promise<pg.Client> {
  const client = new PooledClient({
    ...{ host, port, user, password, database },
    ...(tls ? { ssl: tls } : { ssl: false }),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  });
  await client.connect();
  return client;
}

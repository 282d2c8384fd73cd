import pg from 'pg';
import { StartError } from '../settings/start-error.ts';

/** The parts of DATABASE_URL as node-postgres reads it, `sslmode` included. */
export function connectionParts(databaseUrl: string) {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: databaseUrl });
  return { host, port, user: user ?? '', password: String(password ?? ''), database: database ?? '', ssl };
}

/**
 * A connection of its own, for what needs a session: migrations, and the look at the server's settings.
 * @throws StartError that says why the database does not take us.
 */
export async function connectOnce(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(whyRefused(databaseUrl, error));
  }
}

function whyRefused(databaseUrl: string, error: unknown): string {
  const { host, port, user, database } = connectionParts(databaseUrl);
  // A host that is a folder holds the server's Unix socket.
  const socket = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : undefined;
  const where = `the database at ${socket ?? `${host}:${port}`}`;
  const { code, message } = firstError(error);
  switch (code) {
    case '28P01':
    case '28000':
      return `DATABASE_URL: ${where} refuses the user "${user}" with this password: correct user and password.`;
    case '3D000':
      return `DATABASE_URL: ${where} has no database "${database}": create it, or correct the name.`;
    case '53300':
      return `DATABASE_URL: ${where} takes no more connections: raise max_connections, or stop what uses them.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `DATABASE_URL: the host "${host}" is not known: correct the name.`;
    case 'ENOENT':
      return `DATABASE_URL: there is no socket ${socket}: start the database, or correct host and port.`;
    case 'EACCES':
      return `DATABASE_URL: this user may not use the socket ${socket}: give it the right to.`;
    case 'ECONNREFUSED':
      return `DATABASE_URL: ${where} cannot be reached, nothing listens there: start it, or correct host and port.`;
    default:
      return `DATABASE_URL: ${where} cannot be reached (${message}): check host, port and that it runs.`;
  }
}

/** A host with several addresses fails with one error for each. */
function firstError(error: unknown): { code: string; message: string } {
  const one = error instanceof AggregateError ? error.errors[0] : error;
  const code = typeof one === 'object' && one !== null && 'code' in one ? String(one.code) : '';
  return { code, message: one instanceof Error ? one.message : String(one) };
}

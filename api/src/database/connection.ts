import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { StartError } from '../process.ts';

const connectMs = 5000;

/**
 * Converts DATABASE_URL to a configuration of pg, with the certificates that it names.
 * @throws StartError if it, or a file that it names, cannot be read
 */
export function readDatabaseUrl(databaseUrl: string): pg.ClientConfig {
  try {
    return parseIntoClientConfig(databaseUrl);
  } catch (error) {
    throw new StartError(
      `DATABASE_URL cannot be read (${firstError(error).message}): write postgres://user:password@host:5432/name, with special characters percent-encoded.`,
    );
  }
}

/**
 * Opens a connection for work that needs a session: migrations, backups, and reading the server's settings.
 * @throws StartError with the reason why the database refuses it
 */
export async function connectOnce(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...readDatabaseUrl(databaseUrl),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  });
  // A server may end an idle connection; the next statement then fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`DATABASE_URL: ${whyRefused(client, error)}.`);
  }
  return client;
}

function whyRefused({ host, port, user, database }: pg.Client, error: unknown): string {
  const where = `the database at ${host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`}`;
  const { code, message } = firstError(error);
  switch (code) {
    case '28P01':
      return `${where} refuses the user "${user}" with this password: correct user and password`;
    case '3D000':
      return `${where} has no database "${database}": create it, or correct the name`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host "${host}" is not known: correct the name`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `${where} cannot be reached, nothing listens there: start it, or correct host and port`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `${where} has a certificate that is not trusted (${code}): let sslrootcert name a file with it or with its authority's`;
    default:
      return `${where} cannot be used (${message}): correct the address, or the server`;
  }
}

/** A host with several addresses fails with one error per address. */
function firstError(error: unknown): { code: string; message: string } {
  const { errors: [first] = [error] } = error as { errors?: unknown[] };
  const { code = '', message } = first as NodeJS.ErrnoException; // Everything that pg and its parser throw is an error.
  return { code, message };
}

/** A 201 must survive a power failure. @throws StartError if the server's settings may lose the last transactions */
export async function checkDurability(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await client.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] === 'off') {
      throw new StartError(
        `The database has ${setting} off and would lose leads that were acknowledged: set ${setting} = on in postgresql.conf.`,
      );
    }
  }
}

/** Text in another encoding cannot be searched or compared. @throws StartError with the statement that creates the database rightly */
export async function checkEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new StartError(
    `The database has the encoding ${encoding}, in which no form can be kept: create it with "create database <name> encoding 'UTF8' template template0".`,
  );
}

/** The database does not answer in time. It is temporary, so the client may retry. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly retryAfterSeconds = 5;
  /** Whether a statement was sent whose outcome is not known. */
  readonly mayHaveRun: boolean;

  constructor(cause: unknown, mayHaveRun = false) {
    super('The database does not answer.', { cause });
    this.mayHaveRun = mayHaveRun;
  }
}

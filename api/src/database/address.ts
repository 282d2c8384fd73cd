import { addressOfEach } from 'kit/server/database-address';
import pg from 'pg';
import { StartError } from '../settings/start-error.ts';
import { readTls, type Tls } from './tls.ts';

/** One server of DATABASE_URL. A host that is a folder holds its Unix socket. */
export interface Host {
  host: string;
  port: number;
  tls: Tls | undefined;
}

/** DATABASE_URL, read. */
export interface Address {
  hosts: Host[];
  user: string;
  password: string;
  database: string;
  /** Whether a server is asked first if it takes writes: with several of them, or by `target_session_attrs`. */
  mustTakeWrites: boolean;
}

/** Who keeps forms has no use for a server that takes none. */
const writing = ['read-write', 'primary'];

/**
 * Reads DATABASE_URL in libpq's form, with one server or several.
 * @throws StartError that names the part that is wrong.
 */
export function readAddress(databaseUrl: string): Address {
  const each = addressOfEach(databaseUrl).flatMap(byQuery);
  const [first] = each;
  if (first === undefined)
    throw new StartError('DATABASE_URL names no host: write postgres://user:password@host:5432/name.');
  const attributes = queryOf(first).get('target_session_attrs');
  if (attributes !== null && attributes !== 'any' && !writing.includes(attributes)) {
    throw new StartError(
      `DATABASE_URL: with target_session_attrs=${attributes} nothing could be kept: write target_session_attrs=read-write.`,
    );
  }
  const { user, password, database } = partsOf(first);
  return {
    hosts: each.map((url) => {
      const { host, port, ssl } = partsOf(url);
      return { host, port, tls: readTls(queryOf(url), ssl) };
    }),
    user: user ?? '',
    password: String(password ?? ''),
    database: database ?? '',
    mustTakeWrites: each.length > 1 || (attributes !== null && attributes !== 'any'),
  };
}

/** As it is told to people. */
export function nameOf({ host, port }: Host): string {
  return host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
}

/** `?host=a,b&port=1,2` is another way to name several. One port is that of all. */
function byQuery(url: string): string[] {
  const query = queryOf(url);
  const hosts = query.get('host')?.split(',') ?? [];
  if (hosts.length < 2) return [url];
  const ports = query.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new StartError(
      `DATABASE_URL names ${hosts.length} hosts and ${ports.length} ports: write one for each, or one.`,
    );
  }
  return hosts.map((host, index) => {
    query.set('host', host);
    const port = ports.length > 1 ? ports[index] : ports[0];
    if (port !== undefined) query.set('port', port);
    return `${url.split('?')[0]}?${query}`;
  });
}

function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '');
}

/** Without what names files: those are read where a missing one is told of. */
function partsOf(url: string) {
  const query = queryOf(url);
  for (const name of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']) query.delete(name);
  const connectionString = `${url.split('?')[0]}${query.size > 0 ? `?${query}` : ''}`;
  try {
    return new pg.Client({ connectionString });
  } catch {
    // What it says holds the address, and the address the password.
    throw new StartError(
      'DATABASE_URL cannot be read: write postgres://user:password@host:5432/name, with special characters percent-encoded.',
    );
  }
}

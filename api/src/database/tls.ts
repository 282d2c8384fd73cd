import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StartError } from '../settings/start-error.ts';

/** What Node's TLS is told of a server. */
export type Tls = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'checkServerIdentity'>;

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * How the connection to a host is encrypted. As node-postgres has it, every mode but `disable` and `no-verify` is
 * `verify-full`; `uselibpqcompat=true` makes the weaker ones of libpq what they are there.
 *
 * @param fallback what node-postgres reads of `ssl=` and of the environment, for a query that says nothing.
 * @throws StartError that names a mode that is none, or a file that cannot be read.
 */
export function readTls(query: URLSearchParams, fallback: unknown): Tls | undefined {
  const mode = query.get('sslmode');
  if (mode !== null && !modes.includes(mode)) {
    throw new StartError(`DATABASE_URL: there is no sslmode=${mode}: write one of ${modes.join(', ')}.`);
  }
  const files = { ca: read(query, 'sslrootcert'), cert: read(query, 'sslcert'), key: read(query, 'sslkey') };
  if ((files.cert === undefined) !== (files.key === undefined)) {
    throw new StartError('DATABASE_URL: sslcert and sslkey belong together: name both, or none.');
  }
  const isSilent = mode === null && Object.values(files).every((text) => text === undefined);
  if (mode === 'disable' || (isSilent && !fallback)) return undefined;
  if (isSilent) return typeof fallback === 'object' && fallback !== null ? fallback : {};
  return { ...present(files), ...strictness(mode, query, files.ca) };
}

function strictness(mode: string | null, query: URLSearchParams, authority: string | undefined): Tls {
  if (mode === 'no-verify') return { rejectUnauthorized: false };
  if (query.get('uselibpqcompat') !== 'true') return {};
  if (mode === 'prefer' || (mode === 'require' && authority === undefined)) return { rejectUnauthorized: false };
  if (mode === 'verify-ca' || mode === 'require') return { checkServerIdentity: () => undefined };
  return {};
}

function read(query: URLSearchParams, name: string): string | undefined {
  const file = query.get(name);
  // `system` is libpq's word for the authorities that the system trusts, which is what we do without a file.
  if (file === null || (name === 'sslrootcert' && file === 'system')) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`DATABASE_URL: the file ${file} of ${name} cannot be read (${code}): correct the path.`);
  }
}

function present(files: Record<string, string | undefined>): Tls {
  return Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined));
}

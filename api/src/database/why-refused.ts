import { type Address, type Host, nameOf } from './address.ts';
import { NoPrimaryError, NotPrimaryError } from './primary-finder.ts';

/** Why the database does not take us, in one sentence that says what to do. */
export function whyRefused(address: Address, error: unknown): string {
  const [first] = address.hosts;
  if (error instanceof NoPrimaryError && address.hosts.length > 1) return ofSeveral(address, error);
  const host = error instanceof NoPrimaryError ? (error.failures[0]?.host ?? first) : first;
  const cause = error instanceof NoPrimaryError ? error.failures[0]?.error : error;
  return host === undefined ? 'DATABASE_URL names no host.' : `DATABASE_URL: ${sentenceOf(address, host, cause)}.`;
}

function ofSeveral(address: Address, { failures }: NoPrimaryError): string {
  const words = failures.map(({ host, error }) => sentenceOf(address, host, error));
  return `DATABASE_URL: none of its ${address.hosts.length} servers takes writes: ${words.join('; ')}.`;
}

function sentenceOf({ user, database }: Address, host: Host, error: unknown): string {
  const where = `the database at ${nameOf(host)}`;
  const { code, message } = firstError(error);
  if (error instanceof NotPrimaryError) return `${where} ${message} and takes no writes`;
  switch (code) {
    case '28P01':
      return `${where} refuses the user "${user}" with this password: correct user and password`;
    case '28000':
      return `${where} ${whyNotAuthorised(user, message)}`;
    case '3D000':
      return `${where} has no database "${database}": create it, or correct the name`;
    case '53300':
      return `${where} takes no more connections: raise max_connections, or stop what uses them`;
    case '57P03':
      return `${where} is starting or stopping (${message}): wait for it`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host "${host.host}" is not known: correct the name`;
    case 'ENOENT':
      return `there is no socket ${nameOf(host)}: start the database, or correct host and port`;
    case 'EACCES':
      return `this user may not use the socket ${nameOf(host)}: give it the right to`;
    case 'ECONNREFUSED':
      return `${where} cannot be reached, nothing listens there: start it, or correct host and port`;
    default:
      return (
        whyNotTrusted(where, code, message) ??
        `${where} cannot be reached (${message}): check host, port and that it runs`
      );
  }
}

function whyNotAuthorised(user: string, message: string): string {
  if (/no encryption|SSL off/.test(message)) return 'takes encrypted connections only: add sslmode=verify-full';
  if (/client certificate/.test(message)) return 'asks for our certificate: name its files by sslcert and sslkey';
  if (/pg_hba/.test(message)) return `lets nobody in from here as "${user}": add a line for it to pg_hba.conf`;
  return `refuses the user "${user}" with this password: correct user and password`;
}

/** What TLS has against a server. */
function whyNotTrusted(where: string, code: string, message: string): string | undefined {
  switch (code) {
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `${where} shows a certificate of an authority that is not trusted here: name that authority's certificate by sslrootcert`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${where} shows a certificate of another name: use a host that stands in it, or give the server one of its own`;
    case 'CERT_HAS_EXPIRED':
      return `${where} shows a certificate that has expired: renew it`;
  }
  if (/does not support SSL/.test(message)) return `${where} takes no encrypted connections: switch ssl on there`;
  if (/certificate required|handshake failure/i.test(message)) {
    return `${where} asks for our certificate: name its files by sslcert and sslkey`;
  }
  return undefined;
}

/** A host with several addresses fails with one error for each; Sequelize wraps them. */
function firstError(error: unknown): { code: string; message: string } {
  const one = error instanceof AggregateError ? error.errors[0] : error;
  const code = typeof one === 'object' && one !== null && 'code' in one ? String(one.code) : '';
  return { code, message: one instanceof Error ? one.message : String(one) };
}

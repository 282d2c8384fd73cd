import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Contains all public IPv6 addresses that IANA has assigned, and no IPv4-compatible ones (`::/96`). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True if a program must not connect to an address that an untrusted party chose: everything that is not globally
 * reachable, for IPv6 addresses that embed an IPv4 address (mapped, NAT64, 6to4, Teredo), and for text that is no address.
 */
export function isPrivate(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast);
}

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Resolve = (hostname: string, options: LookupAllOptions, callback: Resolved) => void;
type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * Builds the `lookup` option of a request that connects to public addresses only. It checks the address that the connection
 * uses, so that a name cannot change in between. Node calls no lookup for a host that is an address: use {@link isPrivate}.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => isPrivate(address))) {
        return callback(privateAddressError(hostname), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

export function privateAddressError(host: string): Error {
  return new Error(`${host} is a private address, and only public ones are allowed`);
}

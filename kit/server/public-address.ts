import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All addresses of IPv6 that IANA has given out for the public network lie in it, and IPv4-compatible ones (`::/96`) do not. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a program that requests an address of somebody else must not connect to it: everything that is not plainly public,
 * including IPv6 addresses that hold one of IPv4 (mapped, NAT64, 6to4, Teredo), and text that is no address.
 */
export function isPrivate(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast);
}

/** The addresses of a name, as `dns.lookup` gives all of them. */
export type Resolve = (hostname: string, options: LookupAllOptions, callback: Resolved) => void;
type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * The `lookup` of a request that may reach public addresses alone. It looks once, at the moment of connecting, and connects
 * to what it saw: a name cannot change in between. Node does not look up a host that is an address: ask {@link isPrivate}.
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
  return new Error(`${host} is a private address, and requests go to public ones only`);
}

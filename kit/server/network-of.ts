import ipaddr from 'ipaddr.js';

/** Of whoever has no address that can be read: all of them count as one. */
const unknown = 'unknown';

/**
 * The network of an address, however it is written: what one visitor, or one who rents hosts, has to themselves at most. IPv4
 * by its first 24 bits, IPv6 by its first 48, which is what providers give to one customer. Limits and votes count by it.
 */
export function networkOf(address: string): string {
  return firstParts(address, 3);
}

/**
 * Who is behind an address, as narrowly as it can be told: IPv4 whole, IPv6 by its first 64 bits, in which a household or a
 * phone changes its address by itself. What two strangers must not share, such as an idempotency key, goes by it.
 */
export function householdOf(address: string): string {
  const parts = firstParts(address, 4);
  return parts.includes(':') ? `${parts}::/64` : parts;
}

function firstParts(address: string, count: number): string {
  if (!ipaddr.isValid(address)) return unknown;
  // An IPv4 address that a socket of both versions gives as `::ffff:192.0.2.1` becomes plain.
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.octets.slice(0, count).join('.');
  const groups = parsed.parts.slice(0, count);
  return groups.map((group) => group.toString(16)).join(':');
}

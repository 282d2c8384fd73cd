import ipaddr from 'ipaddr.js';

/** The network of all clients whose address cannot be read. They count as one. */
const unknown = 'unknown';

/**
 * Gives the network of an address in any notation: the most that one visitor, or somebody who rents hosts, has alone.
 * It is the first 24 bits of IPv4, and the first 48 bits of IPv6, which providers give to one customer. Limits and
 * votes count by it.
 */
export function networkOf(address: string): string {
  return firstParts(address, 3);
}

/**
 * Gives the narrowest identification of a client by its address: all of IPv4, and the first 64 bits of IPv6, in which a
 * household or a phone changes its address by itself. It separates what two strangers must not share, for example
 * idempotency keys.
 */
export function householdOf(address: string): string {
  const parts = firstParts(address, 4);
  return parts.includes(':') ? `${parts}::/64` : parts;
}

function firstParts(address: string, count: number): string {
  if (!ipaddr.isValid(address)) return unknown;
  // An IPv4 address that a dual-stack socket gives as `::ffff:192.0.2.1` becomes plain.
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.octets.slice(0, count).join('.');
  const groups = parsed.parts.slice(0, count);
  return groups.map((group) => group.toString(16)).join(':');
}

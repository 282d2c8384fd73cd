import ipaddr from 'ipaddr.js';

/** All clients without a readable address count as one network. */
const unknown = 'unknown';

/**
 * The network of an address in any notation: the range that one customer of a provider controls. It is the first 24 bits of
 * IPv4 and the first 48 bits of IPv6. Rate limits and error votes count by it.
 */
export function networkOf(address: string): string {
  return firstParts(address, 3);
}

/**
 * The narrowest identification of a client by its address: all of IPv4, and the first 64 bits of IPv6, in which a household
 * or a phone changes its own address. It separates what two strangers must not share, such as idempotency keys.
 */
export function householdOf(address: string): string {
  const parts = firstParts(address, 4);
  return parts.includes(':') ? `${parts}::/64` : parts;
}

function firstParts(address: string, count: number): string {
  if (!ipaddr.isValid(address)) return unknown;
  // Converts the IPv4 address of a dual-stack socket, `::ffff:192.0.2.1`, to plain IPv4.
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.octets.slice(0, count).join('.');
  const groups = parsed.parts.slice(0, count);
  return groups.map((group) => group.toString(16)).join(':');
}

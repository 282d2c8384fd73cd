import { isIPv6 } from 'node:net';

/** Who counts as one sender: an address of IPv4, and of IPv6 the /64 that a household or a phone has to itself. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || !isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const all = [...groups, ...(ip.includes('::') ? zeros : []), ...rest];
  return `${all.slice(0, 4).join(':')}::/64`;
}

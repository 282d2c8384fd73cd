import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Words for whole groups of addresses, as the API's `TRUST_PROXY` knows them. */
const groups: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Gives the address that a request came from; null when it came from a trusted proxy that names nobody. */
export type ReadVisitorAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | null;

/**
 * Reads visitors' addresses behind the proxies of a comma-separated list: addresses, networks, `linklocal`,
 * `uniquelocal`. Loopback is always one of them. What others write into `X-Forwarded-For` is not believed.
 *
 * @throws Error with one sentence that names the part that is no address.
 */
export function createVisitorAddressReader(trustProxy: string): ReadVisitorAddress {
  const proxies = new BlockList();
  for (const part of ['loopback', ...trustProxy.split(',')].map((word) => word.trim()).filter(Boolean)) {
    for (const network of groups[part] ?? [part]) addNetwork(proxies, network);
  }
  return ({ headers, socket }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const hops = [...forwarded, socket.remoteAddress ?? ''].map((hop) => plainAddress(hop.trim()));
    const last = hops.findLast((hop) => !isListed(proxies, hop));
    return last !== undefined && isIP(last) ? last : null;
  };
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  const length = bits === undefined ? longest : Number(bits);
  if (version === 0 || !/^\d{1,3}$/.test(bits ?? '0') || length > longest) {
    throw new Error(`TRUST_PROXY: "${network}" is no address, like 10.0.0.5, and no network, like 10.0.0.0/8.`);
  }
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
}

function isListed(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Sockets that listen for both versions write `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The part of an address that one visitor cannot change at will: all of IPv4, the first half of IPv6. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after] = address.split('%')[0]?.split('::') ?? [];
  const groupsOf = (half = '') => half.split(':').filter(Boolean);
  const start = groupsOf(before);
  const zeros = after === undefined ? 0 : 8 - start.length - groupsOf(after).length;
  const all = [...start, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...groupsOf(after)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** Gives the address that a request came from; null when it came from a trusted proxy that names nobody. */
export type ReadVisitorAddress = (request: IncomingMessage) => string | null;

/**
 * Reads visitors' addresses behind the proxies of a comma-separated list: addresses, networks, `linklocal`,
 * `uniquelocal`, as Express reads them for the API. Loopback is always one of them. What others write into
 * `X-Forwarded-For` is not believed.
 *
 * @throws Error with one sentence that names the part that is no address.
 */
export function createVisitorAddressReader(trustProxy: string): ReadVisitorAddress {
  const proxies = trustProxy
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  for (const proxy of proxies) checkProxy(proxy);
  const isProxy = proxyAddr.compile(['loopback', ...proxies]);
  return (request) => {
    const last = proxyAddr.all(request, isProxy).at(-1) ?? '';
    return !ipaddr.isValid(last) || isProxy(last, 0) ? null : ipaddr.process(last).toString();
  };
}

function checkProxy(proxy: string): void {
  try {
    proxyAddr.compile(proxy);
  } catch (cause) {
    const sentence = `TRUST_PROXY: "${proxy}" is no address, like 10.0.0.5, and no network, like 10.0.0.0/8.`;
    throw new Error(sentence, { cause });
  }
}

/**
 * The network of an address: what one visitor, or one who rents a host, has to themselves at most. IPv4 by its first 24
 * bits, IPv6 by its first 48, which is what providers give to one customer.
 */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.octets.slice(0, 3).join('.');
  return parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':');
}

import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** Gives the address of the visitor who sent a request, or null when a trusted proxy names none. */
export type ReadVisitorAddress = (request: IncomingMessage) => string | null;

/**
 * Creates a reader of visitors' addresses behind the proxies of a comma-separated list: addresses, networks, `linklocal`,
 * `uniquelocal`, as Express reads them for the API. Loopback is always trusted. An `X-Forwarded-For` of others is ignored.
 *
 * @throws Error with one sentence that names the part that is not an address.
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

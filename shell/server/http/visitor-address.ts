import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** Returns the address of the request's visitor, or null if a trusted proxy names none. */
export type ReadVisitorAddress = (request: IncomingMessage) => string | null;

/**
 * Creates a reader of visitors' addresses behind trusted proxies, given as a comma-separated list: addresses, networks,
 * `linklocal`, `uniquelocal`, in Express's notation, which the API uses too. Loopback is always trusted. `X-Forwarded-For`
 * from others is ignored.
 * @throws Error with one sentence that names an invalid part of the list.
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

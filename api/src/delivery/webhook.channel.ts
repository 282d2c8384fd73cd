import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Settings } from '../settings/settings.ts';
import type { Channel } from './channel.ts';
import type { DueDelivery } from './delivery-statements.ts';

const deadlineMs = 5000;

/** What the CRM gets. `type` is `lead.created` and so on; the id is the same with each try. */
export function presentEvent(delivery: DueDelivery) {
  const { id, kind, reference, payload, created_at: createdAt } = delivery;
  return {
    type: `${kind}.created`,
    timestamp: createdAt.toISOString(),
    data: { id, reference, createdAt: createdAt.toISOString(), ...payload },
  };
}

/** Posts to the CRM as Standard Webhooks has it: signed, not to private addresses, no redirects, within 5 s. */
export function buildWebhookChannel(
  { url, secret, allowPrivate }: NonNullable<Settings['webhook']>,
  resolve: Resolve = lookup,
): Channel {
  const signer = new Webhook(secret);
  const look = allowPrivate ? undefined : publicLookup(resolve);
  return {
    deliver: async (delivery) => {
      const body = JSON.stringify(presentEvent(delivery));
      const id = `msg_${delivery.id}`;
      const now = new Date();
      const status = await post(new URL(url), body, look, {
        'Content-Type': 'application/json',
        'User-Agent': 'beaconfield-webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(id, now, body),
      });
      if (status < 200 || status > 299) throw new Error(`the webhook answered ${status}`);
    },
  };
}

function post(
  url: URL,
  body: string,
  look: LookupFunction | undefined,
  headers: Record<string, string>,
): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (look && isIP(host) !== 0 && isPrivate(host)) throw refused(host);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      signal: AbortSignal.timeout(deadlineMs),
      ...(look ? { lookup: look } : {}),
    });
    request.once('response', (response: IncomingMessage) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** The addresses of a name, as `dns.lookup` gives all of them. */
type Resolve = (hostname: string, options: LookupAllOptions, callback: Resolved) => void;
type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Looks once, at the moment of connecting, and connects to what it saw: a name cannot change in between. */
function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const bad = addresses.find(({ address }) => isPrivate(address));
      const [first] = addresses;
      if (bad || !first) return callback(refused(hostname), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function refused(host: string): NodeJS.ErrnoException {
  return new Error(`${host} is a private address, and webhooks go to public ones only`);
}

const privateRanges = buildPrivateRanges();

function isPrivate(address: string): boolean {
  return privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function buildPrivateRanges(): BlockList {
  const ranges = new BlockList();
  const v4: [string, number][] = [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ];
  for (const [net, prefix] of v4) {
    ranges.addSubnet(net, prefix, 'ipv4');
    ranges.addSubnet(`::ffff:${net}`, 96 + prefix, 'ipv6');
  }
  const v6: [string, number][] = [
    ['::', 96],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
    // What holds an address of IPv4, which may be a private one: NAT64, Teredo, 6to4.
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2001::', 32],
    ['2002::', 16],
  ];
  for (const [net, prefix] of v6) ranges.addSubnet(net, prefix, 'ipv6');
  return ranges;
}

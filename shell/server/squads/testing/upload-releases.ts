import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { writeFileLine, writePublicationLine } from 'kit/contracts/squad/release-upload';
import type { AssembledRelease } from 'kit/squad/release/assemble-release';
import { type SquadKey, signRequest } from 'kit/squad/site-client/squad-key';
import { build as buildRelease } from './publish.ts';
import type { SquadSite } from './start-squad-site.ts';

let count = 0;

/** Builds a unique release of some kilobytes. */
export function build(remote = 'mf-agents', path = '/my-agent'): Promise<AssembledRelease> {
  count += 1;
  const filler = createHash('sha512').update(String(count)).digest('hex').repeat(30);
  const files = { 'browser/page-my-agent.js': `export const page = '${filler}';` };
  return buildRelease({ remote, version: `1.0.${count}`, routes: [{ path }], files });
}

function publicationOf({ record }: AssembledRelease, key: SquadKey): Buffer {
  const recordText = `${JSON.stringify(record, null, 2)}\n`;
  const signature = JSON.stringify({ algorithm: 'Ed25519', keyId: key.keyId, signature: key.sign(recordText) });
  return Buffer.from(JSON.stringify({ record: recordText, signature }));
}

/** Builds an upload with these files of a release; the default is all. */
export function frame(
  release: AssembledRelease,
  key: SquadKey,
  files: Iterable<[string, Buffer]> = release.files,
): Buffer {
  const publication = publicationOf(release, key);
  const parts = [Buffer.from(writePublicationLine(publication.length)), publication];
  for (const [path, content] of files) {
    const integrity = release.record.files[path]?.integrity ?? '';
    parts.push(Buffer.from(writeFileLine({ integrity, offset: 0, bytes: content.length })), content);
  }
  return Buffer.concat(parts);
}

interface Upload {
  remote: string;
  id: string;
  /** Determines the digest and the length in the headers. */
  body: Buffer;
}

export async function headOf(site: SquadSite, key: SquadKey, { remote, id, body }: Upload) {
  const url = new URL(`/_platform/api/v1/remotes/${remote}/releases/${id}`, site.address);
  const { id: siteId } = (await site.client().readContract()).site;
  return { url, headers: signRequest(key, { method: 'PUT', url, site: siteId ?? '', body }) };
}

/** Sends the headers and this many bytes of the body, then closes the connection. */
export async function cutAt(
  site: SquadSite,
  key: SquadKey,
  upload: Upload,
  bytes: number,
  before: () => Promise<unknown> = async () => {},
): Promise<void> {
  const { url, headers } = await headOf(site, key, upload);
  const lines = Object.entries({ Host: url.host, ...headers, 'Content-Length': upload.body.length });
  const head = `PUT ${url.pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  await new Promise<void>((resolve) =>
    socket.write(Buffer.concat([Buffer.from(head), upload.body.subarray(0, bytes)]), () => resolve()),
  );
  await before();
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.end(() => socket.destroy());
  });
}

export async function put(site: SquadSite, key: SquadKey, upload: Upload, headers: Record<string, string> = {}) {
  const { url, headers: signed } = await headOf(site, key, upload);
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { ...signed, ...headers },
    body: new Uint8Array(upload.body),
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...(await answer.json()) };
}

export const sizeOf = ({ files }: AssembledRelease) => [...files.values()].reduce((sum, { length }) => sum + length, 0);
export const isThere = async (site: SquadSite, { record }: AssembledRelease) =>
  (await site.staff.store.listReleases(record.remote)).includes(record.id);

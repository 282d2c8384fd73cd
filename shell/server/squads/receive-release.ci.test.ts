import { once } from 'node:events';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { signatureBase, writeSignatureParameters } from 'kit/contracts/squad/signed-request';
import { publishToSite } from 'kit/squad/site-client/publish-to-site';
import { SiteClient } from 'kit/squad/site-client/site-client';
import { ReleaseError, Stores, Upkeep } from '../../platform/index.ts';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { until } from '../../platform/testing/until.ts';
import { serve } from '../../testing/serve.ts';
import { build as buildRelease } from './testing/publish.ts';
import { type SquadSite, startSquad, startSquadSite } from './testing/start-squad-site.ts';
import { build, cutAt, frame, headOf, isThere, put, sizeOf } from './testing/upload-releases.ts';
import { UploadStage } from './upload-stage.ts';

/** A store that refuses to write releases while `refusing` names a file in the way. */
function openUnwritableStore(dataDir: string) {
  const store = Stores.openFolderStore(dataDir);
  const addRelease = store.addRelease.bind(store);
  const refusing: { target: string | null } = { target: null };
  store.addRelease = async (...release) => {
    const { target } = refusing;
    if (target === null) return addRelease(...release);
    throw await writeFile(target, 'x').then(
      () => new Error(`${target} was written`),
      (cause: unknown) =>
        new ReleaseError('store-unwritable', `The release store cannot be written at ${target}.`, { cause }),
    );
  };
  return { store, refusing };
}

describe('an upload', () => {
  it('is completed by repeating it, wherever the connection was cut; nothing is half there, and only the rest is sent', async () => {
    const { site, key } = await startSquad();
    const stage = new UploadStage(site.uploads);
    const length = frame(await build(), key).length;
    let keptInAll = 0;
    const spread = [1, 2, 3].map((part) => Math.floor((part * length) / 4));
    const positions = [1, 12, 13, ...spread, length - 1];
    for (const position of positions) {
      const release = await build();
      const { remote, id, files } = release.record;
      const body = frame(release, key);
      await cutAt(site, key, { remote, id, body }, position, () => until(() => site.open.requests === 1));
      expect(await isThere(site, release)).toBe(false);
      await until(() => site.open.requests === 0);
      const open = await stage.missing(release.record, files);
      const kept = sizeOf(release) - open.reduce((sum, { bytes, offset }) => sum + bytes - offset, 0);
      keptInAll += kept;
      const { bytes } = await publishToSite(site.client(key), release);
      expect({ position, bytes }).toEqual({ position, bytes: sizeOf(release) - kept });
      expect(await isThere(site, release)).toBe(true);
    }
    expect(keptInAll).toBeGreaterThan(positions.length * 1000);
    expect(await Upkeep.verifyStore(site.staff)).toMatchObject({ problems: [] });
    expect(await readdir(join(site.uploads, 'mf-agents'))).toEqual([]);
  }, 180_000);

  it('is there when its answer was lost', async () => {
    const { site, key } = await startSquad();
    const release = await build();
    const { remote, id } = release.record;
    const body = frame(release, key);
    await cutAt(site, key, { remote, id, body }, body.length, () => until(() => isThere(site, release)));
    expect(await publishToSite(site.client(key), release)).toEqual({ added: false, bytes: 0 });
  });

  it('of 2 GB is refused before it is read, and one without a length too', async () => {
    const { site, key } = await startSquad();
    const release = await build();
    const { remote, id } = release.record;
    const { url, headers } = await headOf(site, key, { remote, id, body: Buffer.from('x') });
    // Signs the body as it is sent, as a squad with a valid key can.
    const parameters = writeSignatureParameters(
      { created: Math.floor(Date.now() / 1000), nonce: 'n'.repeat(24), keyId: key.keyId },
      { hasBody: true },
    );
    const base = {
      method: 'PUT',
      authority: url.host,
      path: url.pathname,
      query: '?',
      site: headers['platform-site'] ?? '',
      contentDigest: headers['Content-Digest'],
      contentLength: '2000000000',
    };
    const signed = {
      ...headers,
      'Signature-Input': `sig=${parameters}`,
      Signature: `sig=:${key.sign(signatureBase(base, parameters))}:`,
      'Content-Length': base.contentLength,
    };
    const sent = request(url, { method: 'PUT', headers: signed, agent: false });
    sent.on('error', () => {});
    sent.write('publication 5\n');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    expect(JSON.parse(await text(answer))).toMatchObject({
      code: 'too-large',
      message: 'This has 2000.0 MB; the site takes at most 103.0 MB. Look for what does not belong into the build.',
    });
    sent.destroy();
    const small = await headOf(site, key, { remote, id, body: Buffer.from('x') });
    const chunked = request(url, {
      method: 'PUT',
      headers: { ...small.headers, 'Transfer-Encoding': 'chunked' },
      agent: false,
    });
    chunked.on('error', () => {});
    chunked.end('x');
    const [refused] = (await once(chunked, 'response')) as [IncomingMessage];
    expect([401, 411]).toContain(refused.statusCode);
  });

  it('is not published with a byte that is not what was signed, and not while it ends too early', async () => {
    const { site, key } = await startSquad();
    const release = await build();
    const { remote, id } = release.record;
    const wrong = new Map([...release.files].map(([path, content]) => [path, Buffer.from(content)]));
    const page = wrong.get('browser/page-my-agent.js');
    page?.writeUInt8(page.readUInt8(30) ^ 1, 30);
    const changed = await put(site, key, { remote, id, body: frame(release, key, wrong) });
    expect(changed).toMatchObject({ state: 'missing', missing: [{ offset: 0, bytes: page?.length }] });
    const body = frame(release, key);
    expect(await put(site, key, { remote, id, body: body.subarray(0, -7) })).toMatchObject({
      status: 400,
      code: 'truncated',
    });
    expect(await isThere(site, release)).toBe(false);
    // A body that is changed between squad and site fails its digest, and nothing is published.
    const { url, headers } = await headOf(site, key, { remote, id, body });
    const onTheWay = Buffer.from(body);
    onTheWay.writeUInt8(onTheWay.readUInt8(body.length - 3) ^ 1, body.length - 3);
    const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(onTheWay) });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'digest' })]);
    expect(await isThere(site, release)).toBe(false);
    await publishToSite(site.client(key), release);
    expect(await isThere(site, release)).toBe(true);
  });

  it('that is no upload of its release is refused', async () => {
    const { site, key } = await startSquad();
    const release = await build();
    const { remote, id } = release.record;
    const good = frame(release, key);
    for (const [what, body] of [
      ['nothing of the kind', Buffer.from('hello\n')],
      ['no line at all', Buffer.alloc(5000, 65)],
      ['no record', Buffer.from('publication 2\n{}')],
      ['two records', Buffer.concat([good, good])],
      ['a file that is not in the record', Buffer.concat([good, Buffer.from(`file sha384-${'A'.repeat(64)} 0 1\nx`)])],
      [
        'more of a file than there is',
        Buffer.from(good.toString('latin1').replace(/file (\S+) 0 (\d+)\n/, 'file $1 1 $2\n'), 'latin1'),
      ],
    ] as const) {
      const { status, code } = await put(site, key, { remote, id, body });
      expect({ what, status, code }).toEqual({ what, status: 400, code: 'bad-request' });
      expect(await isThere(site, release)).toBe(false);
    }
  });

  it('counts by who signed its record, whoever brings it', async () => {
    const site = await startSquadSite();
    const agents = await site.addSquad('squad-agents');
    const demos = await site.addSquad('squad-demos', { remotes: ['mf-demos'] });
    const release = await build();
    const { remote, id } = release.record;
    expect(await put(site, agents, { remote, id, body: frame(release, demos) })).toMatchObject({
      status: 403,
      code: 'untrusted',
      message: `mf-agents ${id} cannot be taken: it is signed by the key squad-demos, which is for mf-demos, not for mf-agents.`,
    });
    const otherId = `${release.record.version}-00000000`;
    expect(await put(site, agents, { remote, id: otherId, body: frame(release, agents) })).toMatchObject({
      status: 422,
      message: expect.stringContaining(`it is of mf-agents ${id}`),
    });
    const forged = { ...release, record: { ...release.record, id: otherId } };
    expect(await put(site, agents, { remote, id: otherId, body: frame(forged, agents) })).toMatchObject({
      status: 422,
      message: expect.stringContaining(`its files make the id ${id}`),
    });
  });

  it('meets a full disk: 507 in words, nothing published, and done once there is room', async () => {
    const { site, key } = await startSquad();
    const release = await build();
    const { remote, id, files } = release.record;
    const [{ integrity } = { integrity: '' }] = Object.values(files);
    const hash = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
    const unfinished = join(site.uploads, remote, id, `${hash}.part`);
    await mkdir(join(site.uploads, remote, id), { recursive: true });
    await symlink('/dev/full', unfinished);
    const refused = {
      status: 507,
      code: 'disk-full',
      message: 'The disk of this site is full: nothing was published. Tell its staff, and publish again later.',
    };
    await expect(publishToSite(site.client(key), release)).rejects.toMatchObject(refused);
    expect(await isThere(site, release)).toBe(false);
    await rm(unfinished);
    expect(await publishToSite(site.client(key), release)).toMatchObject({ added: true });
  });

  it('meets a release store that is full, or that cannot be written: words that a squad can use', async () => {
    const { store, refusing } = openUnwritableStore(await buildFolder());
    const { site, key } = await startSquad({ store });
    const release = await build();
    refusing.target = '/dev/full';
    const { remote, id } = release.record;
    const upload = { remote, id, body: frame(release, key) };
    expect(await put(site, key, upload)).toMatchObject({ status: 507, code: 'disk-full', retryAfter: '60' });
    refusing.target = '/proc/no-such-folder/release';
    expect(await put(site, key, upload)).toMatchObject({
      status: 503,
      code: 'store-unwritable',
      message: 'The release store of this site cannot be written (ENOENT). Tell its staff, and try again later.',
    });
    expect(await isThere(site, release)).toBe(false);
    refusing.target = null;
    expect(await publishToSite(site.client(key), release)).toMatchObject({ added: true, bytes: 0 });
  });

  it('that nobody finishes goes after a day', async () => {
    const { site, key } = await startSquad();
    const [old, fresh] = [await build(), await build()];
    for (const release of [old, fresh]) {
      const { remote, id } = release.record;
      await put(site, key, { remote, id, body: frame(release, key, [...release.files].slice(0, 1)) });
    }
    const folder = join(site.uploads, 'mf-agents');
    await utimes(join(folder, old.record.id), new Date(0), new Date(0));
    await new UploadStage(site.uploads).sweep(new Date(Date.now() - 86_400_000));
    expect(await readdir(folder)).toEqual([fresh.record.id]);
  });
});

interface Habits {
  /** The proxy refuses longer bodies with its own message. */
  takesAtMost?: number;
  /** The proxy drops the connection of a longer body; none of it is forwarded, because the proxy buffers bodies. */
  losesBehind?: number;
  /** The Host header that the proxy sends instead of the client's. */
  host?: string;
  /** The proxy redirects everybody here. */
  sendsTo?: string;
}

/** Starts a proxy that buffers bodies and has the given habits. */
async function startProxy(site: SquadSite, { takesAtMost, losesBehind, host, sendsTo }: Habits) {
  const refused: number[] = [];
  const { url } = await serve(async (asked, response) => {
    const length = Number(asked.headers['content-length'] ?? 0);
    if (sendsTo) return void response.writeHead(301, { Location: new URL(asked.url ?? '', sendsTo).href }).end();
    if (losesBehind !== undefined && length > losesBehind) {
      refused.push(length);
      asked.once('data', () => asked.socket.destroy());
      return;
    }
    const body = await buffer(asked);
    if (takesAtMost !== undefined && length > takesAtMost) {
      refused.push(length);
      return void response.writeHead(413, { 'Content-Type': 'text/html' }).end('<h1>Request Entity Too Large</h1>');
    }
    const headers = { ...asked.headers, ...(host && { host }) };
    const onward = request(new URL(asked.url ?? '', site.address), { method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.end(body);
  });
  return { url, refused };
}

async function behind(habits: Habits) {
  const { site, key } = await startSquad();
  const proxy = await startProxy(site, habits);
  const release = await buildRelease({ files: { 'browser/film.bin': 'film'.repeat(100_000) } });
  const logged: string[] = [];
  const client = new SiteClient({ site: proxy.url, key, log: (sentence) => logged.push(sentence) });
  return { site, proxy, release, client, said: logged };
}

describe('a squad before whose site is a proxy', () => {
  it('that refuses large bodies publishes in smaller parts', async () => {
    const { site, proxy, release, client } = await behind({ takesAtMost: 300_000 });
    expect(await publishToSite(client, release)).toMatchObject({ added: true });
    expect(proxy.refused.length).toBeLessThan(5);
    expect(await isThere(site, release)).toBe(true);
  });

  it('that takes next to nothing is told what its staff are to change', async () => {
    const { site, release, client } = await behind({ takesAtMost: 200 });
    await expect(publishToSite(client, release)).rejects.toThrow(
      /^What stands before the site takes no upload of \d+ kB \(413\): its staff let it take 103 MB below \/_platform/,
    );
    expect(await isThere(site, release)).toBe(false);
  });

  it('that keeps bodies until they are whole, and loses long connections, publishes in smaller parts', async () => {
    const { site, release, client } = await behind({ losesBehind: 100_000 });
    expect(await publishToSite(client, release)).toMatchObject({ added: true });
    expect(await isThere(site, release)).toBe(true);
  });

  it('that changes the host is told which one arrives', async () => {
    const { client } = await behind({ host: 'shell:3000' });
    await expect(client.status()).rejects.toThrow(/changed method, address \(here it is shell:3000\)/);
  });

  it('that sends it elsewhere is told where, and signs nothing for there', async () => {
    const { client, said } = await behind({ sendsTo: 'https://www.site.example' });
    await expect(client.status()).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:\d+ sends on to https:\/\/www\.site\.example: if that is the site, name it so\.$/,
    );
    expect(said).toEqual([]);
  });
});

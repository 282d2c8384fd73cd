import { request as ask } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { publishToSite } from 'kit/squad/site-client/publish-to-site';
import { SiteClient } from 'kit/squad/site-client/site-client';
import { serve } from '../../testing/serve.ts';
import { build } from './testing/publish.ts';
import { type SquadSite, startSquad } from './testing/start-squad-site.ts';
import { isThere } from './testing/upload-releases.ts';

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
  const { url } = await serve(async (request, response) => {
    const length = Number(request.headers['content-length'] ?? 0);
    if (sendsTo) return void response.writeHead(301, { Location: new URL(request.url ?? '', sendsTo).href }).end();
    if (losesBehind !== undefined && length > losesBehind) {
      refused.push(length);
      request.once('data', () => request.socket.destroy());
      return;
    }
    const body = await buffer(request);
    if (takesAtMost !== undefined && length > takesAtMost) {
      refused.push(length);
      return void response.writeHead(413, { 'Content-Type': 'text/html' }).end('<h1>Request Entity Too Large</h1>');
    }
    const headers = { ...request.headers, ...(host && { host }) };
    const onward = ask(new URL(request.url ?? '', site.address), { method: request.method, headers }, (answer) => {
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
  const release = await build({ files: { 'browser/film.bin': 'film'.repeat(100_000) } });
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

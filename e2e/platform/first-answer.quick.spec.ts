import { expect, test } from '@playwright/test';
import { firstAnswerBudget } from '../../shell/settings/script-budgets.ts';
import { requestRaw } from '../support/raw-request.ts';

/** What the address and the checksum of a remote's previous release add to a page, in bytes. This site has no previous releases. */
const previousRelease = 80;

/** Bytes of a response on the wire (HTTP/1.1), without the headers that a proxy would add. */
async function weightOf(path: string): Promise<number> {
  const { status, headers, bytes } = await requestRaw(path, { headers: { 'accept-encoding': 'br' } });
  expect([status, headers['content-encoding']]).toEqual([200, 'br']);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} OK\r\n${lines.join('')}\r\n`.length + bytes.length;
}

test('every page of the sitemap fits into the first packets, headers included', async () => {
  const sitemap = await requestRaw('/sitemap.xml');
  const paths = [...sitemap.body.matchAll(/<loc>[^<]*?\/\/[^/<]+(?<path>[^<]*)<\/loc>/g)].map(
    ({ groups }) => groups?.path || '/',
  );
  expect(paths.length).toBeGreaterThan(15);
  // The server compresses a cached page better in the background, here while the other pages are requested.
  for (const path of paths) await weightOf(path);
  for (const path of paths) {
    await expect.poll(() => weightOf(path), { message: path }).toBeLessThanOrEqual(firstAnswerBudget - previousRelease);
  }
});

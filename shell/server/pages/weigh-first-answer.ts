import type { PublicSite } from 'kit/contracts/site-config';
import { describeForBrowser, type WeighedPage } from '../../platform/index.ts';
import { compress } from '../files/compression.ts';
import type { PageShell } from '../shells/page-shell.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { buildDocument } from './document.ts';
import { buildPageAnswer } from './page-answer.ts';
import { scriptsOf } from './page-files.ts';

/** Headers whose values are drawn for each answer or set, with values of their usual length. */
const drawnHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  ETag: `W/"${'x'.repeat(22)}"`,
  Vary: 'Accept-Encoding',
  'Content-Encoding': 'br',
  'Cache-Control': 'no-cache',
  'Content-Length': '12345',
  Date: 'Sun, 22 Nov 2026 10:00:00 GMT',
};

interface Weighed extends WeighedPage<PublicSite> {
  shell: PageShell;
}

/** Bytes of a page's answer on the wire (HTTP/1.1), as the shell server sends it to everybody; see `HostPages.weigh`. */
export async function weighFirstAnswer(page: Weighed, enough: number): Promise<number> {
  const { shell, site, record, meta, rendered } = page;
  const live = describeForBrowser(record);
  const html = buildDocument({
    rendered,
    data: { set: '1000', shell: shell.id, site, remote: { name: record.remote, live, previous: live }, route: meta },
    scripts: { entry: shell.entry, preload: scriptsOf(record, meta, shell), atOnce: meta.startsAtOnce === true },
    boot: shell.boot,
  });
  const own = {
    ...drawnHeaders,
    'Content-Security-Policy': contentSecurityPolicy(site, shell.boot),
    'X-Release-Set': `1000 ${record.remote}/${record.id}`,
    'Server-Timing': `view;desc="1000~${record.remote}~${'x'.repeat(12 + 1 + 6 + 1 + 22)}", measured`,
  };
  const body = Buffer.from(html);
  const { headers } = buildPageAnswer(200, own, body);
  // Each ends with a line break, a name and its value have ": " between them.
  const ofHeaders = headers.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length);
  for (const effort of ['quick', 'close'] as const) {
    const bytes = ofHeaders + (await compress(body, 'br', effort)).length;
    if (bytes <= enough) return bytes;
  }
  return ofHeaders + (await compress(body, 'br', 'best')).length;
}

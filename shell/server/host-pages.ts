import path from 'node:path';
import { addressOfFile, containerNameOf } from 'kit/contracts/release';
import type { PublicSite } from 'kit/contracts/site-config';
import { contentTypeOf } from 'kit/server/content-type';
import { type Host, type Released, ReleaseFiles } from '../platform/index.ts';
import { compress } from './files/compression.ts';
import { FileSet } from './files/file-set.ts';
import { secureHeaders } from './http/respond.ts';
import { contentSecurityPolicy } from './pages/content-security-policy.ts';
import { buildDocument } from './pages/document.ts';
import { buildPageAnswer } from './pages/page-answer.ts';
import { type PageShell, pageShellOf, readShellBuild, scriptsOfPage, stylesOfPage } from './shells/page-shell.ts';

const built = readShellBuild();
const publicFiles = new FileSet(path.join(import.meta.dirname, '../public'));

const notFound: Host.TrialAnswer = { status: 404, headers: {}, body: Buffer.alloc(0) };

/** The API is unavailable while the gate opens a page; the page must hydrate all the same. */
const apiUnavailable: Host.TrialAnswer = {
  status: 503,
  headers: { 'content-type': 'application/problem+json' },
  body: Buffer.from(JSON.stringify({ title: 'Service Unavailable', status: 503, detail: 'The API is unavailable.' })),
};

/** The site's pages for the activation gate, as the shell server would send them with the built-in shell. */
export const hostPages: Host.HostPages<PublicSite> = pagesWith(built, null);

function pagesWith(shell: PageShell, stored: Released.StoredShell | null): Host.HostPages<PublicSite> {
  return {
    withShell: (other) => pagesWith(pageShellOf(other), other),

    buildPage({ site, url, page, rendered }) {
      const remote = page && { name: page.remote, live: page.release, previous: null };
      const html = buildDocument({
        rendered: page && rendered,
        data: {
          set: 'gate',
          site,
          remote,
          route: page?.meta ?? null,
          ...(page && url !== page.meta.path && { url }),
        },
        scripts: { entry: shell.entry, preload: [], atOnce: true },
        boot: shell.boot,
      });
      const headers = {
        ...Object.fromEntries(secureHeaders),
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy(site, shell.boot, page?.release.policy),
      };
      return { status: 200, headers, body: Buffer.from(html) };
    },

    weigh: (page, enough) => weighFirstAnswer(page, shell, enough),

    async answer(pathname) {
      const [, area = '', ...rest] = pathname.split('/');
      if (area === 'api') return apiUnavailable;
      const ofRelease = stored && fileOf(stored, pathname);
      if (ofRelease) return ofRelease;
      const file = area === 'shell' ? built.files.get(rest.join('/')) : publicFiles.get(pathname.slice(1));
      if (!file) return notFound;
      const { headers, body } = await (await file).variantFor('identity');
      return { status: 200, headers, body };
    },

    contentTypeOf,

    isAlive: "'hydrated' in document.documentElement.dataset && !document.querySelector('[data-static-island]')",
    frame: `['header', 'footer'].map((part) => {
      const own = document.querySelector('#root > ' + part);
      const { x, y, height } = own?.getBoundingClientRect() ?? {};
      const isSeen = own?.querySelector('a')?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
      return part === 'header' ? [x, y, height, isSeen] : [x, isSeen];
    }).join()`,
    complaint: '[shell]',
    // The gate cannot reach the voice widget's provider.
    noise: /voice widget could not be loaded|\[ConversationalAI\]/,
    // Globals that a remote may define: its container's chunk list, zod's (from the shared module kit/schema), and the widget
    // of kit/voice. The widget is loaded in an idle moment, which may be before or after the gate's look at the page.
    globalsOf: (remote) => [
      `rspackChunk${containerNameOf(remote)}`,
      '__zod_globalConfig',
      '__zod_globalRegistry',
      'Symbol(kit/voice)',
    ],
  };
}

function fileOf({ record, files }: Released.StoredShell, pathname: string): Host.TrialAnswer | null {
  const own = addressOfFile(record, '');
  const file = pathname.slice(own.length);
  const body = pathname.startsWith(own) && files.get(file);
  return body ? { status: 200, headers: { 'content-type': contentTypeOf(file) }, body } : null;
}

/** Headers whose values differ by answer or release set, with a value of the usual length. */
const variableHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  ETag: `W/"${'x'.repeat(22)}"`,
  Vary: 'Accept-Encoding',
  'Content-Encoding': 'br',
  'Cache-Control': 'no-cache',
  'Content-Length': '12345',
  Date: 'Sun, 22 Nov 2026 10:00:00 GMT',
};

/** Bytes of a page's answer on the wire (HTTP/1.1) as the shell server sends it; see `HostPages.weigh`. */
async function weighFirstAnswer(page: Host.WeighedPage<PublicSite>, shell: PageShell, enough: number): Promise<number> {
  const { site, record, meta, rendered } = page;
  const live = ReleaseFiles.describeForBrowser(record);
  const html = buildDocument({
    rendered,
    data: { set: '1000', shell: shell.id, site, remote: { name: record.remote, live, previous: live }, route: meta },
    scripts: { entry: shell.entry, preload: scriptsOfPage(record, meta, shell), atOnce: meta.startsAtOnce === true },
    styleSheets: stylesOfPage(record, meta),
    boot: shell.boot,
  });
  const own = {
    ...variableHeaders,
    'Content-Security-Policy': contentSecurityPolicy(site, shell.boot, live.policy),
    'X-Release-Set': `1000 ${record.remote}/${record.id}`,
    'Server-Timing': `view;desc="1000~${record.remote}~${'x'.repeat(12 + 1 + 6 + 1 + 22)}", measured`,
  };
  const body = Buffer.from(html);
  const { headers } = buildPageAnswer(200, own, body);
  // Each header adds ": " and a line break: two bytes for its name and two for its value.
  const ofHeaders = headers.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length);
  const quick = ofHeaders + (await compress(body, 'br', 'quick')).length;
  return quick <= enough ? quick : ofHeaders + (await compress(body, 'br', 'best')).length;
}

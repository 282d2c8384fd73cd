import path from 'node:path';
import { containerNameOf } from 'kit/contracts/release';
import type { PublicSite } from 'kit/contracts/site-config';
import { addressOfFile, contentTypeOf, type HostPages, type StoredShell, type TrialAnswer } from '../platform/index.ts';
import { FileSet } from './files/file-set.ts';
import { secureHeaders } from './http/secure-headers.ts';
import { contentSecurityPolicy } from './pages/content-security-policy.ts';
import { buildDocument } from './pages/document.ts';
import { weighFirstAnswer } from './pages/weigh-first-answer.ts';
import { type PageShell, pageShellOf } from './shells/page-shell.ts';
import { readShellBuild } from './shells/shell-build.ts';

const built = readShellBuild();
const publicFiles = new FileSet(path.join(import.meta.dirname, '../public'));

const notFound: TrialAnswer = { status: 404, headers: {}, body: Buffer.alloc(0) };

/** The API is away while the gate tries a page: it must come alive all the same. */
const apiAway: TrialAnswer = {
  status: 503,
  headers: { 'content-type': 'application/problem+json' },
  body: Buffer.from(JSON.stringify({ title: 'Service Unavailable', status: 503, detail: 'The API is away.' })),
};

/** The pages of this site for the activation gate, as the shell server would send them with the shell beside it. */
export const hostPages: HostPages<PublicSite> = pagesWith(built, null);

function pagesWith(shell: PageShell, stored: StoredShell | null): HostPages<PublicSite> {
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
        'content-security-policy': contentSecurityPolicy(site, shell.boot),
      };
      return { status: 200, headers, body: Buffer.from(html) };
    },

    weigh: (page, enough) => weighFirstAnswer({ shell, ...page }, enough),

    async answer(pathname) {
      const [, area = '', ...rest] = pathname.split('/');
      if (area === 'api') return apiAway;
      const ofRelease = stored && fileOf(stored, pathname);
      if (ofRelease) return ofRelease;
      const file = area === 'shell' ? built.files.get(rest.join('/')) : publicFiles.get(pathname.slice(1));
      if (!file) return notFound;
      const { headers, body } = await (await file).variantFor('identity');
      return { status: 200, headers, body };
    },

    contentTypeOf,

    isAlive: "'hydrated' in document.documentElement.dataset && !document.querySelector('[data-static-island]')",
    complaint: '[shell]',
    // The provider of the voice widget is out of reach.
    noise: /voice widget could not be loaded|\[ConversationalAI\]/,
    // The list of a container's chunks; what zod defines, which comes with the shared module kit/schema; where kit/voice keeps
    // its widget, which it opens in an idle moment, so sometimes before a page was looked at and sometimes behind.
    globalsOf: (remote) => [
      `rspackChunk${containerNameOf(remote)}`,
      '__zod_globalConfig',
      '__zod_globalRegistry',
      'Symbol(kit/voice)',
    ],
  };
}

function fileOf({ record, files }: StoredShell, pathname: string): TrialAnswer | null {
  const own = addressOfFile(record, '');
  const file = pathname.slice(own.length);
  const body = pathname.startsWith(own) && files.get(file);
  return body ? { status: 200, headers: { 'content-type': contentTypeOf(file) }, body } : null;
}

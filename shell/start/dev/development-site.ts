import type { IncomingMessage, ServerResponse } from 'node:http';
import { developmentPath } from 'kit/federation/development';
import { createApiProxy } from '../../server/http/proxy.ts';
import { respond } from '../../server/http/respond.ts';
import { buildDocument } from '../../server/pages/document.ts';
import { developComposition, developmentRelease, developPage } from './development-release.ts';
import type { RunningSite } from './running-site.ts';

interface DevelopedRemote {
  remote: string;
  folder: string;
}

type Next = (error?: unknown) => void;

/** Answers what the bundles do not: pages and compositions with the developed remote in them, the site's own rest. */
export function developmentSite(site: RunningSite, { remote, folder }: DevelopedRemote) {
  const passOn = createApiProxy(site.origin);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', site.origin);
    const isPage =
      request.method === 'GET' && request.headers.accept?.includes('text/html') && !pathname.startsWith('/api');
    const isComposition = pathname.startsWith('/composition/');
    if (!isPage && !isComposition) return passOn(request, response);
    const release = await developmentRelease(remote, folder);
    if (isComposition) {
      const composition = developComposition(await site.composition(pathname), remote, release);
      return send(request, response, 'application/json', JSON.stringify(composition));
    }
    const data = developPage(await site.pageData(pathname), remote, release, pathname);
    // The browser renders everything: the server bundle of a remote under development does not exist.
    const scripts = { entry: [{ href: `${developmentPath('shell')}main.js` }], preload: [], atOnce: true };
    const html = buildDocument({ rendered: null, data, scripts, boot: null });
    send(request, response, 'text/html; charset=utf-8', html);
  }

  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    answer(request, response).catch(next);
  };
}

function send(request: IncomingMessage, response: ServerResponse, contentType: string, body: string): void {
  const headers = { 'Content-Type': contentType, 'Cache-Control': 'no-store' };
  respond(request, response, { status: 200, headers, body: Buffer.from(body) });
}

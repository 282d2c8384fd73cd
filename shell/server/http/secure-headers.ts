import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Headers of every answer of this server. Pages override the content security policy. */
export const secureHeaders: ReadonlyMap<string, string> = headersOf(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    // It only disables `document.domain`, which our pages never set and browsers ignore by default.
    originAgentCluster: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Only obsolete browsers and plug-ins read these, and they would take 130 bytes of a page's first packets.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

/** Runs helmet once, because it sets the same headers for every request and takes a tenth of the time of a page. */
function headersOf(middleware: ReturnType<typeof helmet>): ReadonlyMap<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => {});
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

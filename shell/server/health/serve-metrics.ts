import { createServer, type Server } from 'node:http';
import type { Environment } from '../environment.ts';
import type { SiteMetrics } from './site-metrics.ts';

const tooSlowMs = 10_000;

/**
 * Metrics for Prometheus on a port of their own (SHELL_METRICS_PORT), which whoever runs the site opens to Prometheus alone.
 * Null where it is not set.
 *
 * @throws Error with a sentence when the port is taken.
 */
export async function serveMetrics(
  metrics: SiteMetrics,
  { SHELL_METRICS_PORT: port, HOST }: Pick<Environment, 'SHELL_METRICS_PORT' | 'HOST'>,
): Promise<Server | null> {
  if (port === undefined) return null;
  const server = createServer({ requestTimeout: tooSlowMs }, (request, response) => {
    const isFound = request.url?.split('?')[0] === '/metrics' && ['GET', 'HEAD'].includes(request.method ?? '');
    if (!isFound) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Only GET /metrics is here.\n');
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `SHELL_METRICS_PORT: port ${port} is taken by another program: stop that, or choose another port.`;
      reject(error.code === 'EADDRINUSE' ? new Error(taken) : error);
    });
    server.listen({ port, ...(HOST ? { host: HOST } : {}) }, resolve);
  });
  return server.unref();
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { VariableError } from './variables.ts';

interface Place {
  host: string;
  port: number;
}

/** Listens, and explains a failure; `variable` is the setting of the port. @throws VariableError */
export async function explainListening(variable: string, { host, port }: Place, begin: () => Promise<unknown>) {
  try {
    await begin();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new VariableError(
        `${variable}: port ${port} on ${host} is taken by another program: stop it, or choose another.`,
      );
    if (code === 'EACCES')
      throw new VariableError(`${variable}: this user may not listen on port ${port}: choose one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new VariableError(`${variable === 'PORT' ? 'HOST' : variable}: ${host} is not an address of this machine.`);
    throw error;
  }
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';
/** In milliseconds. */
const metricsTimeout = 10_000;

/** Serves metrics on a port of their own, which operators expose to Prometheus alone. @throws VariableError */
export async function serveMetrics(variable: string, place: Place, read: () => Promise<string>): Promise<Server> {
  const server = createServer({ requestTimeout: metricsTimeout }, ({ url, method }, response) => {
    if (url?.split('?')[0] !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Only GET /metrics is here.\n');
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': metricsType }).end(text),
      () => response.destroy(),
    );
  });
  await explainListening(variable, place, () => once(server.listen(place), 'listening'));
  return server.unref();
}

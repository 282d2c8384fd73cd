import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { renderUnreadable } from 'kit/contracts/unreadable-request';
import { strictHeaders } from './http/security.ts';
import { StartError } from './process.ts';
import type { Settings } from './settings/settings.ts';

/** In milliseconds, for slow clients: the headers, and the whole request. */
const headersMs = 10_000;
const requestMs = 30_000;

/** @throws StartError if the port is in use or the host is not an address of this machine */
export async function listen(app: NestExpressApplication, { port, host }: Pick<Settings, 'port' | 'host'>) {
  const server = app.getHttpServer();
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', refuseUnreadable);
  await bind('PORT', port, host, () => app.listen(port, host));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Listens, and explains a failure; `variable` is the setting of the port. @throws StartError */
export async function bind(variable: string, port: number, host: string, listenThere: () => Promise<unknown>) {
  try {
    await listenThere();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `${variable}: port ${port} on ${host} is taken by another program: stop it, or choose another.`,
      );
    if (code === 'EACCES')
      throw new StartError(`${variable}: this user may not listen on port ${port}: choose one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`${variable === 'PORT' ? 'HOST' : variable}: ${host} is not an address of this machine.`);
    throw error;
  }
}

/** Node's own answer has no body. Like Node, it writes nothing in the middle of another answer. */
function refuseUnreadable(
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: ServerResponse | null },
): void {
  const isAnswering = socket._httpMessage?.headersSent === true;
  if (!socket.writable || isAnswering || code === 'ECONNRESET') socket.destroy();
  else socket.end(renderUnreadable(code, randomUUID(), strictHeaders()));
}

import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { renderUnreadable } from 'kit/contracts/unreadable-request';
import { explainListening } from 'kit/server/settings/listen';
import { strictHeaders } from './http/security.ts';
import type { Settings } from './settings/settings.ts';

/** In milliseconds, for slow clients: the headers, and the whole request. */
const headersMs = 10_000;
const requestMs = 30_000;

/** @throws VariableError if the port is in use or the host is not an address of this machine */
export async function listen(app: NestExpressApplication, { port, host }: Pick<Settings, 'port' | 'host'>) {
  const server = app.getHttpServer();
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', refuseUnreadable);
  await explainListening('PORT', { host, port }, () => app.listen(port, host));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
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

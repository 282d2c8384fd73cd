import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Stopping } from './health/stopping.ts';

/** How long clients have to finish with their connections. */
const leaveMs = 1000;
const sweepMs = 100;

/**
 * Ends the application without breaking a connection. For a second it takes everything, says with each answer that it
 * is the last one of its connection, and is not ready; then it takes no more and answers what it has.
 */
export async function stop(app: NestExpressApplication): Promise<void> {
  const server = app.getHttpServer();
  app.get(Stopping).begun = true;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
  const connections = await promisify<number>(server.getConnections.bind(server))();
  if (connections > 0) await sleep(leaveMs);
  // An answer that began before would leave its connection open.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  await app.close();
  clearInterval(sweep);
}

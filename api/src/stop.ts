import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DeliveryWorker } from './delivery/delivery.worker.ts';
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
  await quiet(server);
  const closed = promisify(server.close.bind(server))();
  // An answer that began before would leave its connection open.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  // Side by side: what hangs at one must not use up the time of the other. The database goes last.
  await Promise.all([closed, app.get(DeliveryWorker).beforeApplicationShutdown()]);
  await app.close();
  clearInterval(sweep);
}

/**
 * Waits for a moment in which nobody connects, at most for another second: whoever the system has connected and we have
 * not looked at yet is reset when the door closes.
 */
async function quiet(server: Server): Promise<void> {
  let arrived = true;
  const note = () => {
    arrived = true;
  };
  server.on('connection', note);
  for (const end = performance.now() + leaveMs; arrived && performance.now() < end; ) {
    arrived = false;
    await setImmediate();
    await setImmediate();
  }
  server.off('connection', note);
}

import type { NestExpressApplication } from '@nestjs/platform-express';
import { GracefulShutdown } from 'kit/server/graceful-shutdown';
import { DeliveryWorker } from './delivery/delivery.worker.ts';
import { Stopping } from './health/stopping.ts';

/** Stops the application without breaking a connection; it reports itself as not ready immediately. */
export async function stop(app: NestExpressApplication): Promise<void> {
  app.get(Stopping).begun = true;
  // These stop in parallel, so that a hanging one does not use up the others' time. The database stops last.
  await Promise.all([
    new GracefulShutdown(app.getHttpServer()).end(),
    app.get(DeliveryWorker).beforeApplicationShutdown(),
  ]);
  await app.close();
}

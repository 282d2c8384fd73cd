import type { NestExpressApplication } from '@nestjs/platform-express';
import { GracefulShutdown } from 'kit/server/graceful-shutdown';
import { DeliveryWorker } from './delivery/delivery.worker.ts';
import { Stopping } from './health/stopping.ts';

/** Ends the application without breaking a connection; from the first moment on it is not ready. */
export async function stop(app: NestExpressApplication): Promise<void> {
  app.get(Stopping).begun = true;
  // Side by side: what hangs at one must not use up the time of the other. The database goes last.
  await Promise.all([
    new GracefulShutdown(app.getHttpServer()).end(),
    app.get(DeliveryWorker).beforeApplicationShutdown(),
  ]);
  await app.close();
}

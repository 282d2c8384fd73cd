import type { NestExpressApplication } from '@nestjs/platform-express';
import { DeliveryWorker } from '../src/delivery/delivery.worker.ts';

/** Delivers everything that is due now. @returns the number of attempts */
export function deliverAllDue(app: NestExpressApplication): Promise<number> {
  return deliverDueBy(app.get(DeliveryWorker));
}

/** The same by a worker that belongs to no application. */
export async function deliverDueBy(worker: DeliveryWorker): Promise<number> {
  let attempts = 0;
  for (let begun = 1; begun > 0; attempts += begun) {
    begun = await worker.work();
    await worker.idle();
  }
  return attempts;
}

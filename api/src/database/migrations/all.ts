import { createAgents } from './001-create-agents.ts';
import { createSubmissions } from './002-create-submissions.ts';
import { createDeliveries } from './003-create-deliveries.ts';
import { createCodeMisses } from './004-create-code-misses.ts';
import { leaseDeliveries } from './007-lease-deliveries.ts';
import { createDeliveryChannels } from './008-create-delivery-channels.ts';
import { createOperatorAlarms } from './009-create-operator-alarms.ts';
import type { Migration } from './migration.ts';

/** In the order in which they run. One that ran somewhere is never edited. */
export const migrations: Migration[] = [
  createAgents,
  createSubmissions,
  createDeliveries,
  createCodeMisses,
  leaseDeliveries,
  createDeliveryChannels,
  createOperatorAlarms,
];

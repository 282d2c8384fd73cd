import { createAgents } from './001-create-agents.ts';
import { createSubmissions } from './002-create-submissions.ts';
import { createDeliveries } from './003-create-deliveries.ts';
import { createCodeMisses } from './004-create-code-misses.ts';
import { releaseQuarantine } from './005-release-quarantine.ts';
import { createQuarantineReports } from './006-create-quarantine-reports.ts';
import { leaseDeliveries } from './007-lease-deliveries.ts';
import { createDeliveryChannels } from './008-create-delivery-channels.ts';
import { createOperatorAlarms } from './009-create-operator-alarms.ts';
import { createPartners } from './010-create-partners.ts';
import { tellOrigins } from './011-tell-origins.ts';
import { scopeIdempotencyKeys } from './012-scope-idempotency-keys.ts';
import { createWebhookEndpoints } from './013-create-webhook-endpoints.ts';
import { createDeliveryTries } from './014-create-delivery-tries.ts';
import { searchSubmissions } from './015-search-submissions.ts';
import { workSubmissions } from './016-work-submissions.ts';
import { createOfficeEntries } from './017-create-office-entries.ts';
import { createOfficeAudit } from './018-create-office-audit.ts';
import { tellErasures } from './019-tell-erasures.ts';
import { createReplyAddresses } from './020-create-reply-addresses.ts';
import { findEarlierSubmissions } from './021-find-earlier-submissions.ts';
import { ownWebhookEndpoints } from './022-own-webhook-endpoints.ts';
import { deliverReturns } from './023-deliver-returns.ts';
import type { Migration } from './migration.ts';

/** In the order in which they run. What one makes is never edited once it ran somewhere. */
export const migrations: Migration[] = [
  createAgents,
  createSubmissions,
  createDeliveries,
  createCodeMisses,
  releaseQuarantine,
  createQuarantineReports,
  leaseDeliveries,
  createDeliveryChannels,
  createOperatorAlarms,
  createPartners,
  tellOrigins,
  scopeIdempotencyKeys,
  createWebhookEndpoints,
  createDeliveryTries,
  searchSubmissions,
  workSubmissions,
  createOfficeEntries,
  createOfficeAudit,
  tellErasures,
  createReplyAddresses,
  findEarlierSubmissions,
  ownWebhookEndpoints,
  deliverReturns,
];

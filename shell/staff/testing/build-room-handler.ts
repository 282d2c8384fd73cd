import type { ReleasePlatform } from '../../platform/index.ts';
import { SiteMetrics } from '../../server/health/site-metrics.ts';
import { Approvals } from '../control-room/approvals.ts';
import { RoomHandler } from '../control-room/room-handler.tsx';
import { Refusals } from '../refusals.ts';

/** The control room over a platform of tests, which signs what is done there, too. */
export function buildRoomHandler(
  platform: ReleasePlatform,
  key: Buffer,
  refusals: Refusals,
  { needsApproval = false } = {},
): RoomHandler {
  return new RoomHandler({
    platform,
    acting: platform,
    metrics: new SiteMetrics({ readRevision: () => 1, isApiReady: async () => true }),
    approvals: needsApproval ? new Approvals(platform.store.approvals, key) : null,
    previewKey: Buffer.alloc(32, 7),
    stackMapper: { map: async (stack) => stack.map((frame) => ({ ...frame, source: null })) },
    people: ['anna', 'ben', 'cleo', 'dora', 'emil'],
    key,
    refusals,
  });
}

/** Which nobody hears of. */
export function buildRefusals(): Refusals {
  return new Refusals({ report: () => {}, count: () => {} });
}

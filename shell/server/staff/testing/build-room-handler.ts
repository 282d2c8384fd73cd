import type { ReleasePlatform } from '../../../platform/index.ts';
import { SiteMetrics } from '../../health/site-metrics.ts';
import { Approvals } from '../control-room/approvals.ts';
import { LastKnownValues, loadRoom } from '../control-room/load-room.ts';
import { RoomApprovals } from '../control-room/room-approvals.ts';
import { RoomForms } from '../control-room/room-forms.ts';
import { RoomHandler } from '../control-room/room-handler.ts';
import { Refusals } from '../refusals.ts';

/** The control room over a platform of tests, which signs what is done there, too. */
export function buildRoomHandler(
  platform: ReleasePlatform,
  key: Buffer,
  refusals: Refusals,
  { needsApproval = false } = {},
): RoomHandler {
  const metrics = new SiteMetrics({ readRevision: () => 1, isApiReady: async () => true });
  const lastKnown = new LastKnownValues();
  const approvals = needsApproval ? new Approvals(platform.store.approvals, key) : null;
  const load = () => loadRoom({ platform, metrics, lastKnown, approvals });
  const forms = new RoomForms({ platform, acting: platform, load, refusals, approvals });
  return new RoomHandler({
    platform,
    forms,
    approvals: approvals && new RoomApprovals({ platform, approvals, forms, load, refusals }),
    load,
    lastKnown,
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

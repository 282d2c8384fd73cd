import type { ReleasePlatform } from '../../../platform/index.ts';
import { SiteMetrics } from '../../health/site-metrics.ts';
import { LastKnownValues, loadRoom } from '../control-room/load-room.ts';
import { RoomForms } from '../control-room/room-forms.ts';
import { RoomHandler } from '../control-room/room-handler.ts';
import { Refusals } from '../refusals.ts';

/** The control room over a platform of tests, which signs what is done there, too. */
export function buildRoomHandler(platform: ReleasePlatform, key: Buffer, refusals: Refusals): RoomHandler {
  const metrics = new SiteMetrics({ readRevision: () => 1, isApiReady: async () => true });
  const lastKnown = new LastKnownValues();
  const load = () => loadRoom({ platform, metrics, lastKnown });
  return new RoomHandler({
    platform,
    forms: new RoomForms({ platform, acting: platform, load, refusals }),
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

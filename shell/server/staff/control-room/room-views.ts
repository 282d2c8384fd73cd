import { Failures, History, type ReleasePlatform } from '../../../platform/index.ts';
import { previewFailure } from './failure-preview.ts';
import { renderFailuresPage } from './failures-page.ts';
import type { LastKnownValues } from './last-known-values.ts';
import { loadReleases, readOrigin } from './load-releases.ts';
import { releasesShown, renderRemotePage } from './remote-page.ts';
import { renderRevisionPage } from './revision-page.ts';
import type { Room } from './room.ts';
import { remoteIn } from './room-address.ts';
import { answer, type RoomVisit, refuse } from './room-visit.ts';

interface RoomViewsParts {
  platform: ReleasePlatform;
  previewKey: Buffer;
  stackMapper: Failures.StackMapper;
  lastKnown: LastKnownValues;
}

const failuresShown = 40;

/** Pages of the control room that read more than its overview. They change nothing. */
export class RoomViews {
  readonly #parts: RoomViewsParts;

  constructor(parts: RoomViewsParts) {
    this.#parts = parts;
  }

  async showRemote(visit: RoomVisit, room: Room, name: string): Promise<void> {
    const remote = room.remotes.find((one) => one.name === name);
    if (!remote) return refuse(visit, 404, `There is no remote ${name}.`);
    const { session, query } = visit;
    const list = await loadReleases(this.#parts.platform, remote);
    const asked = Number(query.get('page'));
    const page = Number.isInteger(asked) && asked > 0 ? asked : 1;
    const shown = list.releases.slice((page - 1) * releasesShown, page * releasesShown);
    const { store } = this.#parts.platform;
    const origins = new Map(
      await Promise.all(shown.map(async ({ id }) => [id, await readOrigin(store, name, id)] as const)),
    );
    const parts = { room, remote, list, page, origins };
    const changes = room.log.filter((entry) => History.concerns(entry, name));
    answer(visit, renderRemotePage(session, { ...parts, changes }));
  }

  async showRevision(visit: RoomVisit, room: Room, number: number): Promise<void> {
    const { chain } = this.#parts.platform;
    const revision = chain.read(number);
    const isDone = visit.query.has('done') && revision?.by === visit.session.name;
    const parts = { room, revision, number, key: chain.keyOf(number), isDone };
    answer(visit, renderRevisionPage(visit.session, parts), revision ? 200 : 404);
  }

  async showFailures(visit: RoomVisit, room: Room): Promise<void> {
    const { platform, previewKey, stackMapper, lastKnown } = this.#parts;
    const remote = remoteIn(visit.query) ?? '';
    const look = lastKnown.look();
    const empty = { failures: [], problems: [] };
    const read = await look.read('failures', () => Failures.readFailures(platform.store, stackMapper), empty);
    const wanted = read.failures.filter((failure) => remote === '' || failure.remote === remote);
    const failures = await Promise.all(
      wanted.slice(0, failuresShown).map(async (failure) => {
        const [page = ''] = Object.entries(failure.pages).sort(([, one], [, other]) => other - one)[0] ?? [];
        return { ...failure, href: await previewFailure(platform, previewKey, { ...failure, page }) };
      }),
    );
    const problem = [...look.problems, ...read.problems][0] ?? null;
    answer(visit, renderFailuresPage(visit.session, { room, failures, count: wanted.length, remote, problem }));
  }
}

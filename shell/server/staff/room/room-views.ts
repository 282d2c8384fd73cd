import {
  comparePages,
  compareReleases,
  concerns,
  messageOf,
  type ReleasePlatform,
  readFailures,
  type StackMapper,
} from '../../../platform/index.ts';
import { type ComparePageParts, renderComparePage } from './compare-page.ts';
import { renderFailuresPage } from './failures-page.ts';
import type { LastKnown } from './last-known.ts';
import { loadReleases } from './load-releases.ts';
import { clocksDiffer } from './measures.ts';
import { openAsSeen } from './open-as-seen.ts';
import { renderRemotePage } from './remote-page.ts';
import { renderRevisionPage } from './revision-page.ts';
import type { Room } from './room.ts';
import { releaseIn, remoteIn, spanNameOf } from './room-address.ts';
import { answer, type RoomVisit, refuse } from './room-visit.ts';

interface RoomViewsParts {
  platform: ReleasePlatform;
  previewKey: Buffer;
  stackMapper: StackMapper;
  lastKnown: LastKnown;
}

const week = 7 * 24 * 3_600_000;
const failuresShown = 40;

/** Pages of the room that read more than the room itself: nothing is changed from them. */
export class RoomViews {
  readonly #parts: RoomViewsParts;
  #isRendering = false;

  constructor(parts: RoomViewsParts) {
    this.#parts = parts;
  }

  async showRemote(visit: RoomVisit, room: Room, name: string): Promise<void> {
    const remote = room.remotes.find((one) => one.name === name);
    if (!remote) return refuse(visit, 404, `There is no remote ${name}.`);
    const { session, query } = visit;
    const list = await loadReleases(this.#parts.platform, remote);
    const page = Number(query.get('page'));
    const parts = {
      room,
      remote,
      list,
      spanName: spanNameOf(query),
      page: Number.isInteger(page) && page > 0 ? page : 1,
    };
    const changes = room.log.filter((entry) => concerns(entry, name));
    answer(visit, renderRemotePage(session, { ...parts, changes }));
  }

  async showRevision(visit: RoomVisit, room: Room, number: number): Promise<void> {
    const { chain } = this.#parts.platform;
    const revision = await chain.read(number).catch(() => null);
    const isDone = visit.query.has('done') && revision?.by === visit.session.name;
    const parts = { room, revision, number, key: chain.keyOf(number), isDone };
    answer(visit, renderRevisionPage(visit.session, parts), revision ? 200 : 404);
  }

  async showFailures(visit: RoomVisit, room: Room): Promise<void> {
    const { platform, previewKey, stackMapper, lastKnown } = this.#parts;
    const remote = remoteIn(visit.query) ?? '';
    const look = lastKnown.look();
    const span = { from: room.at - week, to: room.at + clocksDiffer };
    const empty = { failures: [], problems: [] };
    const read = await look.read('failures', () => readFailures(platform.store, span, stackMapper), empty);
    const wanted = read.failures.filter((failure) => remote === '' || failure.remote === remote);
    const failures = await Promise.all(
      wanted.slice(0, failuresShown).map(async (failure) => {
        const [page = ''] = Object.entries(failure.pages).sort(([, one], [, other]) => other - one)[0] ?? [];
        return { ...failure, href: await openAsSeen(platform, previewKey, { ...failure, page }) };
      }),
    );
    const problem = [...look.problems, ...read.problems][0] ?? null;
    answer(visit, renderFailuresPage(visit.session, { room, failures, count: wanted.length, remote, problem }));
  }

  async showComparison(visit: RoomVisit, room: Room): Promise<void> {
    const { platform } = this.#parts;
    const { session, query } = visit;
    const remote = remoteIn(query) ?? '';
    const [one, other] = [releaseIn(query, 'from') ?? '', releaseIn(query, 'to') ?? ''];
    const state = room.remotes.find(({ name }) => name === remote)?.state;
    const { releases, problem } =
      remote === '' ? { releases: [], problem: null } : await loadReleases(platform, { name: remote, state });
    const parts: ComparePageParts = {
      room,
      remote,
      one,
      other,
      releases,
      comparison: null,
      page: null,
      message: problem,
    };
    if (one === '' || other === '') return answer(visit, renderComparePage(session, parts));
    try {
      const comparison = await compareReleases(platform, { remote, one, other });
      const path = comparison.routes.find((route) => route.path === query.get('page'))?.path;
      const page = path === undefined ? null : await this.#renderBoth({ remote, one, other, path });
      answer(visit, renderComparePage(session, { ...parts, comparison, page }));
    } catch (error) {
      answer(visit, renderComparePage(session, { ...parts, message: messageOf(error) }), 409);
    }
  }

  /** One at a time: each starts two processes beside the serving of pages. */
  async #renderBoth({ remote, one, other, path }: { remote: string; one: string; other: string; path: string }) {
    if (this.#isRendering)
      throw new Error('Somebody else compares pages at this moment: load this page again in some seconds.');
    this.#isRendering = true;
    try {
      const [pair] = await comparePages(this.#parts.platform, { remote, one, other, paths: [path] });
      return { path, one: pair?.one ?? null, other: pair?.other ?? null };
    } finally {
      this.#isRendering = false;
    }
  }
}

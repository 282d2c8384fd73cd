import { messageOf } from 'kit/server/text';
import { Acts, Failures, History, ReleaseError } from '../../platform/index.ts';
import type { SiteMetrics } from '../../server/health/site-metrics.ts';
import { hideText, showText } from '../private-text.ts';
import { type FormVisit, StaffRefusal, sendPage, type Visit } from '../staff-http.ts';
import { approvedBy } from './approvals.ts';
import { FailuresPage, previewFailure } from './failures-page.tsx';
import { IncidentsPage, incidentForm } from './incidents.tsx';
import { LastKnownValues, loadReleases, loadRoom, readOrigin } from './load-room.ts';
import { Changes, LogPage, logFilterOf } from './log-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { typedOf } from './read-act.ts';
import { RemotePage, releasesShown } from './remote-page.tsx';
import { RevisionPage } from './revision-page.tsx';
import { pageIn, type Room, remoteIn, roomHref } from './room.ts';
import type { RoomForm, RoomParts, ShownForm } from './room-frame.tsx';
import { previewForm } from './room-previews.tsx';

interface RoomHandlerParts extends Omit<RoomParts, 'load' | 'lastKnown'> {
  metrics: Pick<SiteMetrics, 'readFigures' | 'readRecent' | 'since'>;
  acts: RoomForm;
  approval: RoomForm;
}

const pages =
  /^(?:|\/failures|\/log|\/incidents|\/incidents\/[\w-]{1,160}|\/approvals\/[\w-]{1,60}|\/remotes\/[a-z0-9-]{1,80}|\/revisions\/[1-9]\d{0,9})$/;
const failuresShown = 40;
const changesShown = 6;

/**
 * Handles the pages and forms of the control room. They need the release store alone, neither the API nor its database.
 */
export class RoomHandler {
  readonly #parts: RoomParts;
  readonly #acts: RoomForm;
  /** The forms that are not about an act of the table. */
  readonly #forms: ReadonlyMap<string, RoomForm>;

  constructor({ metrics, acts, approval, ...given }: RoomHandlerParts) {
    const { platform, approvals } = given;
    const lastKnown = new LastKnownValues();
    this.#acts = acts;
    this.#forms = new Map(Object.entries({ preview: previewForm, incident: incidentForm, approval }));
    this.#parts = { ...given, lastKnown, load: () => loadRoom({ platform, metrics, lastKnown, approvals }) };
  }

  knows(path: string): boolean {
    if (!path.startsWith('/act/')) return pages.test(path);
    const name = path.slice('/act/'.length);
    return name === 'approval' ? this.#parts.approvals !== null : this.#forms.has(name) || Acts.actNamed(name) !== null;
  }

  /** Gives the address to return to after a login, with what was typed. */
  addressWith(path: string, form: URLSearchParams): string {
    return roomHref(path, { kept: hideText(this.#parts.key, typedOf(form).toString()) });
  }

  async show(visit: Visit): Promise<void> {
    const { path, query } = visit;
    const room = await this.#parts.load();
    const [, area = '', name = ''] = path.split('/');
    const isRefreshed = query.get('refresh') !== 'off';
    if (area === '') return sendPage(visit, 200, <OverviewPage room={room} isRefreshed={isRefreshed} />);
    if (area === 'log') {
      const { lately } = this.#parts.refusals;
      return sendPage(visit, 200, <LogPage room={room} filter={logFilterOf(query)} refused={lately} />);
    }
    if (area === 'failures') return this.#showFailures(visit, room);
    if (area === 'remotes') return this.#showRemote(visit, room, name);
    if (area === 'revisions') return this.#showRevision(visit, room, Number(name));
    if (area === 'incidents' && name === '') return sendPage(visit, 200, <IncidentsPage room={room} />);
    if (area !== 'act') {
      const field = area === 'incidents' ? 'incident' : 'approval';
      const filled = new URLSearchParams({ [field]: name });
      return this.#forms.get(field)?.show(this.#parts, visit, room, { filled, status: 200, message: null });
    }
    const kept = showText(this.#parts.key, query.get('kept') ?? '');
    const filled = kept === null ? query : new URLSearchParams(kept);
    const again =
      kept === null ? null : 'You are logged in again, and the form is as you left it. Nothing has changed yet.';
    return this.#formAt(path).show(this.#parts, visit, room, { filled, status: 200, message: again });
  }

  /** Shows a form again that was refused, with all that was typed. */
  async showAgain(visit: FormVisit, status: number, message: string): Promise<void> {
    const shown: ShownForm = { filled: typedOf(visit.form), status, message };
    await this.#formAt(visit.path).show(this.#parts, visit, await this.#parts.load(), shown);
  }

  async act(visit: FormVisit): Promise<void> {
    try {
      await this.#formAt(visit.path).act(this.#parts, visit);
    } catch (error) {
      const isRefusal = error instanceof StaffRefusal;
      if (isRefusal && error.noted) throw error;
      const words = messageOf(error);
      if (!isRefusal) {
        const { session, path: asked } = visit;
        const title = Acts.actNamed(asked.slice('/act/'.length))?.title ?? asked;
        this.#parts.refusals.note(session, { kind: 'act', sentence: `${title}: ${words}`, asked });
      }
      // The page shows the freeze with a button that ends it.
      const isFrozen = error instanceof ReleaseError && error.code === 'frozen';
      const why = isFrozen ? 'New releases are frozen: end the freeze first.' : words;
      const status = isRefusal ? error.status : 409;
      await this.showAgain(visit, status, why.startsWith('Nothing was ') ? why : `Nothing was done. ${why}`);
    }
  }

  async #showRemote(visit: Visit, room: Room, name: string): Promise<void> {
    const remote = room.remotes.find((one) => one.name === name);
    if (!remote) throw new StaffRefusal(404, `There is no remote ${name}.`);
    const list = await loadReleases(this.#parts.platform, remote);
    const page = pageIn(visit.query);
    const shown = list.releases.slice((page - 1) * releasesShown, page * releasesShown);
    const { store } = this.#parts.platform;
    const origins = new Map(
      await Promise.all(shown.map(async ({ id }) => [id, await readOrigin(store, name, id)] as const)),
    );
    const changes = room.log.filter((entry) => History.concerns(entry, name)).slice(0, changesShown);
    const parts = { room, remote, list, page, origins };
    sendPage(visit, 200, <RemotePage {...parts} changes={<Changes entries={changes} />} />);
  }

  async #showRevision(visit: Visit, room: Room, number: number): Promise<void> {
    const { chain } = this.#parts.platform;
    const revision = chain.read(number);
    const { name } = visit.session;
    const isTheirs = revision?.by === name || revision?.by.endsWith(approvedBy('', name));
    const isDone = visit.query.has('done') && isTheirs === true;
    const parts = { room, revision, number, signedWith: chain.keyOf(number), isDone };
    sendPage(visit, revision ? 200 : 404, <RevisionPage {...parts} />);
  }

  async #showFailures(visit: Visit, room: Room): Promise<void> {
    const { platform, previewKey, stackMapper, lastKnown } = this.#parts;
    const remote = remoteIn(visit.query) ?? '';
    const look = lastKnown.look();
    const empty = { failures: [], problems: [] };
    const read = await look.read('failures', () => Failures.readFailures(platform.store, stackMapper), empty);
    const wanted = read.failures.filter((failure) => remote === '' || failure.remote === remote);
    const failures = await Promise.all(
      wanted.slice(0, failuresShown).map(async (failure) => {
        return { ...failure, href: await previewFailure(platform, previewKey, failure) };
      }),
    );
    const problem = [...look.problems, ...read.problems][0] ?? null;
    const parts = { room, failures, count: wanted.length, remote, problem };
    sendPage(visit, 200, <FailuresPage {...parts} />);
  }

  #formAt(path: string): RoomForm {
    return this.#forms.get(path.slice('/act/'.length)) ?? this.#acts;
  }
}

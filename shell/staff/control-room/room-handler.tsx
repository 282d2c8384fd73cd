import { messageOf } from 'kit/server/text';
import { Acts, Failures, History, ReleaseError } from '../../platform/index.ts';
import type { SiteMetrics } from '../../server/health/site-metrics.ts';
import { hideText, showText } from '../private-text.ts';
import { type FormVisit, StaffRefusal, sendPage, type Visit } from '../staff-http.ts';
import { approvedBy } from './approvals.ts';
import { FailuresPage, previewFailure } from './failures-page.tsx';
import { IncidentsPage, incidentForm } from './incidents.tsx';
import { LastKnownValues, loadReleases, loadRoom, readOrigin, WaitingReleases } from './load-room.ts';
import { Changes, LogPage, logFilterOf } from './log-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { typedOf } from './read-act.ts';
import { RemotePage, releasesShown } from './remote-page.tsx';
import { RevisionPage } from './revision-page.tsx';
import { pageIn, type Room, type RoomForm, type RoomParts, type RoomVisit, remoteIn, roomHref } from './room.tsx';
import { approvalForm } from './room-approvals.tsx';
import { actForm } from './room-forms.tsx';
import { previewForm } from './room-previews.tsx';

interface RoomHandlerParts extends Omit<RoomParts, 'load' | 'lastKnown' | 'waiting'> {
  metrics: Pick<SiteMetrics, 'readFigures' | 'readRecent' | 'since'>;
}

/** The forms that are not about an act of the table. */
const forms = new Map<string, RoomForm>([
  ['preview', previewForm],
  ['incident', incidentForm],
  ['approval', approvalForm],
]);

function formAt(path: string): RoomForm {
  return forms.get(path.slice('/act/'.length)) ?? actForm;
}

const pages =
  /^(?:|\/failures|\/log|\/incidents|\/incidents\/[\w-]{1,160}|\/approvals\/[\w-]{1,60}|\/remotes\/[a-z0-9-]{1,80}|\/revisions\/[1-9]\d{0,9})$/;
const failuresShown = 40;
const changesShown = 6;

/** The control room needs the release store alone, neither the API nor its database. */
export class RoomHandler {
  readonly #parts: RoomParts;

  constructor({ metrics, ...given }: RoomHandlerParts) {
    const { platform, approvals } = given;
    const lastKnown = new LastKnownValues();
    const load = () => loadRoom({ platform, metrics, lastKnown, approvals });
    this.#parts = { ...given, lastKnown, load, waiting: new WaitingReleases(platform) };
  }

  knows(path: string): boolean {
    if (!path.startsWith('/act/')) return pages.test(path);
    const name = path.slice('/act/'.length);
    return name === 'approval' ? this.#parts.approvals !== null : forms.has(name) || Acts.actNamed(name) !== null;
  }

  /** Gives the address to return to after a login, with what was typed. */
  addressWith(path: string, form: URLSearchParams): string {
    return roomHref(path, { kept: hideText(this.#parts.key, typedOf(form).toString()) });
  }

  async show(visit: Visit): Promise<void> {
    await showPage({ ...visit, ...this.#parts }, await this.#parts.load());
  }

  async showAgain(visit: FormVisit, status: number, message: string): Promise<void> {
    const shown = { filled: typedOf(visit.form), status, message };
    await formAt(visit.path).show({ ...visit, ...this.#parts }, await this.#parts.load(), shown);
  }

  async act(visit: FormVisit): Promise<void> {
    try {
      await formAt(visit.path).act({ ...visit, ...this.#parts });
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
}

async function showPage(visit: RoomVisit, room: Room): Promise<void> {
  const { path, query, key, refusals } = visit;
  const [, area = '', name = ''] = path.split('/');
  if (area === '') return showOverview(visit, room);
  if (area === 'log')
    return sendPage(visit, 200, <LogPage room={room} filter={logFilterOf(query)} refused={refusals.lately} />);
  if (area === 'failures') return showFailures(visit, room);
  if (area === 'remotes') return showRemote(visit, room, name);
  if (area === 'revisions') return showRevision(visit, room, Number(name));
  if (area === 'incidents' && name === '') return sendPage(visit, 200, <IncidentsPage room={room} />);
  if (area === 'incidents' || area === 'approvals') {
    const [form, field] = area === 'incidents' ? [incidentForm, 'incident'] : [approvalForm, 'approval'];
    return form.show(visit, room, { filled: new URLSearchParams({ [field]: name }), status: 200, message: null });
  }
  const kept = showText(key, query.get('kept') ?? '');
  const filled = kept === null ? query : new URLSearchParams(kept);
  const again =
    kept === null ? null : 'You are logged in again, and the form is as you left it. Nothing has changed yet.';
  return formAt(path).show(visit, room, { filled, status: 200, message: again });
}

async function showOverview(visit: RoomVisit, room: Room): Promise<void> {
  const newest = room.remotes.map(async (remote) => [remote.name, await visit.waiting.of(remote)] as const);
  const waiting = new Map(await Promise.all(newest));
  const isRefreshed = visit.query.get('refresh') !== 'off';
  sendPage(visit, 200, <OverviewPage room={room} waiting={waiting} isRefreshed={isRefreshed} />);
}

async function showRemote(visit: RoomVisit, room: Room, name: string): Promise<void> {
  const { platform, query } = visit;
  const remote = room.remotes.find((one) => one.name === name);
  if (!remote) throw new StaffRefusal(404, `There is no remote ${name}.`);
  const list = await loadReleases(platform, remote);
  const page = pageIn(query);
  const shown = list.releases.slice((page - 1) * releasesShown, page * releasesShown);
  const origins = shown.map(async ({ id }) => [id, await readOrigin(platform.store, name, id)] as const);
  const changes = room.log.filter((entry) => History.concerns(entry, name)).slice(0, changesShown);
  const parts = { room, remote, list, page, origins: new Map(await Promise.all(origins)) };
  sendPage(visit, 200, <RemotePage {...parts} changes={<Changes entries={changes} />} />);
}

function showRevision(visit: RoomVisit, room: Room, number: number): void {
  const { platform, query, session } = visit;
  const revision = platform.chain.read(number);
  const isTheirs = revision?.by === session.name || revision?.by.endsWith(approvedBy('', session.name));
  const isDone = query.has('done') && isTheirs === true;
  const parts = { room, revision, number, signedWith: platform.chain.keyOf(number), isDone };
  sendPage(visit, revision ? 200 : 404, <RevisionPage {...parts} />);
}

async function showFailures(visit: RoomVisit, room: Room): Promise<void> {
  const { platform, previewKey, stackMapper, lastKnown } = visit;
  const remote = remoteIn(visit.query);
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

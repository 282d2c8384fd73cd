import { Acts, Failures, History, type ReleasePlatform } from '../../../platform/index.ts';
import { hideText, showText } from '../private-text.ts';
import type { Refusals } from '../refusals.ts';
import { approvedBy } from './approvals.ts';
import { previewFailure, renderFailuresPage } from './failures-page.ts';
import { RoomIncidents, renderIncidentsPage } from './incidents.ts';
import { type LastKnownValues, loadReleases, readOrigin } from './load-room.ts';
import { logFilterOf, renderLog, renderLogPage } from './log-page.ts';
import { renderOverview } from './overview-page.ts';
import { typedOf } from './read-act.ts';
import { releasesShown, renderRemotePage } from './remote-page.ts';
import { renderRevisionPage } from './revision-page.ts';
import { type Room, remoteIn, roomHref } from './room.ts';
import type { RoomApprovals } from './room-approvals.ts';
import type { RoomForms } from './room-forms.ts';
import { RoomPreviews } from './room-previews.ts';
import { answer, type FormVisit, type RoomVisit, refuse, type ShownForm } from './room-visit.ts';

interface RoomHandlerParts {
  platform: ReleasePlatform;
  previewKey: Buffer;
  stackMapper: Failures.StackMapper;
  forms: RoomForms;
  /** Reads what the control room shows. */
  load: () => Promise<Room>;
  lastKnown: LastKnownValues;
  /** Null without the approval by a second person. */
  approvals: RoomApprovals | null;
  refusals: Refusals;
  /** The names of those who may enter the control room. */
  people: readonly string[];
  /** Encrypts typed text in an address until the person has logged in again. */
  key: Buffer;
}

const pages =
  /^(?:|\/failures|\/log|\/incidents|\/incidents\/[\w-]{1,160}|\/approvals\/[\w-]{1,60}|\/remotes\/[a-z0-9-]{1,80}|\/revisions\/[1-9]\d{0,9})$/;
const previewPath = '/act/preview';
const incidentPath = '/act/incident';
const approvalPath = '/act/approval';
const failuresShown = 40;
const changesShown = 6;

/**
 * Handles the pages and forms of the control room. They need the release store alone, neither the API nor its database.
 */
export class RoomHandler {
  readonly #parts: RoomHandlerParts;
  readonly #previews: RoomPreviews;
  readonly #incidents: RoomIncidents;

  constructor(parts: RoomHandlerParts) {
    this.#parts = parts;
    this.#previews = new RoomPreviews(parts);
    this.#incidents = new RoomIncidents(parts);
  }

  /** Whether an address below `/_ops` belongs to the control room. */
  knows(path: string): boolean {
    if (!path.startsWith('/act/')) return pages.test(path);
    const own = [previewPath, incidentPath, ...(this.#parts.approvals ? [approvalPath] : [])];
    return own.includes(path) || Acts.actNamed(path.slice(5)) !== null;
  }

  /** Gives the address to return to after a login, with what was typed. */
  addressWith(path: string, form: URLSearchParams): string {
    return roomHref(path, { kept: hideText(this.#parts.key, typedOf(form).toString()) });
  }

  async show(visit: RoomVisit): Promise<void> {
    const { session, path, query } = visit;
    const room = await this.#parts.load();
    const [, area = '', name = ''] = path.split('/');
    if (area === '')
      return answer(visit, renderOverview(session, room, { isRefreshed: query.get('refresh') !== 'off' }));
    if (area === 'log')
      return answer(visit, renderLogPage(session, room, logFilterOf(query), this.#parts.refusals.lately));
    if (area === 'failures') return this.#showFailures(visit, room);
    if (area === 'remotes') return this.#showRemote(visit, room, name);
    if (area === 'revisions') return this.#showRevision(visit, room, Number(name));
    if (area === 'incidents') {
      if (name === '') return answer(visit, renderIncidentsPage(session, room));
      return this.#incidents.show(visit, room, name, { filled: new URLSearchParams(), status: 200, message: null });
    }
    if (area === 'approvals') return this.#showApproval(visit, room, name);
    const kept = showText(this.#parts.key, query.get('kept') ?? '');
    const filled = kept === null ? query : new URLSearchParams(kept);
    const again =
      kept === null ? null : 'You are logged in again, and the form is as you left it. Nothing has changed yet.';
    return this.#showForm(visit, room, { filled, status: 200, message: again });
  }

  /** Shows a form again that was refused, with all that was typed. */
  async showAgain(visit: FormVisit, status: number, message: string): Promise<void> {
    return this.#showForm(visit, await this.#parts.load(), { filled: typedOf(visit.form), status, message });
  }

  /** Carries out a form of this session. */
  async act(visit: FormVisit): Promise<void> {
    if (visit.path === previewPath) return this.#previews.make(visit);
    if (visit.path === approvalPath) return this.#parts.approvals?.act(visit);
    return visit.path === incidentPath ? this.#incidents.act(visit) : this.#parts.forms.act(visit);
  }

  async #showForm(visit: RoomVisit, room: Room, form: ShownForm): Promise<void> {
    if (visit.path === previewPath) return this.#previews.show(visit, room, form);
    if (visit.path === incidentPath) return this.#incidents.show(visit, room, form.filled.get('incident') ?? '', form);
    if (visit.path === approvalPath) return this.#showApproval(visit, room, form.filled.get('approval') ?? '', form);
    return this.#parts.forms.show(visit, room, form);
  }

  async #showApproval(visit: RoomVisit, room: Room, name: string, form?: ShownForm): Promise<void> {
    const { approvals } = this.#parts;
    if (approvals) return approvals.show(visit, room, name, form);
    refuse(visit, 404, 'This site does not ask a second person for approval.');
  }

  async #showRemote(visit: RoomVisit, room: Room, name: string): Promise<void> {
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
    const changes = room.log.filter((entry) => History.concerns(entry, name)).slice(0, changesShown);
    answer(visit, renderRemotePage(session, { ...parts, changes: renderLog(changes) }));
  }

  async #showRevision(visit: RoomVisit, room: Room, number: number): Promise<void> {
    const { chain } = this.#parts.platform;
    const revision = chain.read(number);
    const { name } = visit.session;
    const isTheirs = revision?.by === name || revision?.by.endsWith(approvedBy('', name));
    const isDone = visit.query.has('done') && isTheirs === true;
    const parts = { room, revision, number, key: chain.keyOf(number), isDone };
    answer(visit, renderRevisionPage(visit.session, parts), revision ? 200 : 404);
  }

  async #showFailures(visit: RoomVisit, room: Room): Promise<void> {
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
  comparePages,
  compareReleases,
  concerns,
  createPreviewToken,
  isAboutSite,
  loadRelease,
  messageOf,
  movesOf,
  objectionTo,
  type ReleasePlatform,
  readFailures,
  type StackMapper,
  samplePathsOf,
} from '../../../platform/index.ts';
import { html } from '../../http/html.ts';
import { hideText, showText } from '../private-text.ts';
import { sendAway, sendPage } from '../staff-answer.ts';
import { nameRole } from '../staff-role.ts';
import type { StaffSession } from '../staff-session.ts';
import { renderActPage } from './act-page.ts';
import { type ComparePageParts, renderComparePage } from './compare-page.ts';
import { renderFailuresPage } from './failures-page.ts';
import { LastKnown } from './last-known.ts';
import { type ListedRelease, loadReleases } from './load-releases.ts';
import { loadRoom } from './load-room.ts';
import { logFilterOf, renderLogPage } from './log-page.ts';
import { mayAct } from './may-act.ts';
import { openAsSeen } from './open-as-seen.ts';
import { renderOverview } from './overview-page.ts';
import { renderPreviewPage } from './preview-page.ts';
import { FormProblem, keptOf, readAct } from './read-act.ts';
import { renderRemotePage } from './remote-page.ts';
import { renderRevisionPage } from './revision-page.ts';
import type { Room } from './room.ts';
import { type AskedAct, actNamed, type RoomAct } from './room-acts.ts';
import { releaseIn, remoteIn, revisionHref, roomHref, spanNameOf } from './room-address.ts';
import { renderRoomPage } from './room-frame.ts';

export interface RoomHandlerParts {
  platform: ReleasePlatform;
  /** Signs what is done from the room; the key that servers step back with, unless there is one for the room. */
  acting: ReleasePlatform;
  previewKey: Buffer;
  stackMapper: StackMapper;
  /** Hides what was typed in an address, until somebody has logged in again. */
  key: Buffer;
}

/** Somebody who may see the room, and what they ask for. */
export interface RoomVisit {
  request: IncomingMessage;
  response: ServerResponse;
  session: StaffSession;
  /** Below `/_ops`: `/remotes/mf-agents`; empty for the overview. */
  path: string;
  query: URLSearchParams;
}

interface FormVisit extends RoomVisit {
  form: URLSearchParams;
}

const pages =
  /^(?:|\/failures|\/compare|\/log|\/remotes\/[a-z0-9-]{1,80}|\/revisions\/[1-9]\d{0,9}|\/act\/[a-z-]{1,30})$/;
const week = 7 * 24 * 3_600_000;
const failuresShown = 40;
const backLink = html`<p><a href="${roomHref('')}">Back to the overview</a></p>`;
/** A form waits this long for the servers to say that they serve what it did: the page then says so at once. */
const servedWithin = 1500;

/** Pages and forms of the control room. They need the release store alone: neither the API nor its database. */
export class RoomHandler {
  readonly #parts: RoomHandlerParts;
  readonly #lastKnown = new LastKnown();
  #isRendering = false;

  constructor(parts: RoomHandlerParts) {
    this.#parts = parts;
  }

  /** Whether an address below `/_ops` is one of the room's. */
  knows(path: string): boolean {
    return (
      pages.test(path) && (!path.startsWith('/act/') || path === '/act/preview' || actNamed(path.slice(5)) !== null)
    );
  }

  /** Where somebody whose session was over comes back to, with what they had typed. */
  addressWith(path: string, form: URLSearchParams): string {
    return roomHref(path, { kept: hideText(this.#parts.key, keptOf(form).toString()) });
  }

  async show(visit: RoomVisit, message: string | null = null): Promise<void> {
    const { session, path, query } = visit;
    const room = await this.#load();
    const [, area = '', name = ''] = path.split('/');
    if (area === '') {
      return this.#page(visit, renderOverview(session, room, { spanName: spanNameOf(query), message }));
    }
    if (area === 'log') return this.#page(visit, renderLogPage(session, room, logFilterOf(query)));
    if (area === 'failures') return this.#showFailures(visit, room);
    if (area === 'compare') return this.#showComparison(visit, room);
    if (area === 'remotes') return this.#showRemote(visit, room, name);
    if (area === 'revisions') return this.#showRevision(visit, room, Number(name));
    const kept = showText(this.#parts.key, query.get('kept') ?? '');
    const filled = kept === null ? query : new URLSearchParams(kept);
    const again =
      kept === null ? null : 'You are logged in again, and the form is as you left it. Nothing was done yet.';
    return this.#showAct(visit, { room, filled, status: 200, message: message ?? again });
  }

  /** Shows a form again that could not be taken, with all that was typed. */
  async showAgain(visit: FormVisit, status: number, message: string): Promise<void> {
    return this.#showAct(visit, { room: await this.#load(), filled: keptOf(visit.form), status, message });
  }

  /** Does what a form of this very session asks for. */
  async act(visit: FormVisit): Promise<void> {
    const { session, path, form } = visit;
    if (path === '/act/preview') return this.#makePreview(visit);
    const act = actNamed(path.slice('/act/'.length));
    if (!act) return this.#refuse(visit, 404, 'There is no such act.');
    let asked: AskedAct;
    const last = this.#parts.platform.chain.current?.composition.revision ?? 0;
    // What is asked for goes by the last revision: whose it may touch is only known of the one that was seen.
    if (act.about === 'last' && Number(form.get('expect')) !== last) {
      return this.showAgain(
        visit,
        409,
        `Nothing was done. Somebody else was first: the last revision is ${last} by now.`,
      );
    }
    try {
      const remotes = this.#remotesOf(act, form);
      if (!mayAct(session.role, remotes)) return this.#refuse(visit, 403, this.#denial(session, act, remotes));
      asked = readAct(act, form, session.name);
    } catch (error) {
      if (!(error instanceof FormProblem)) throw error;
      return this.showAgain(visit, 422, `Nothing was done. ${error.message}`);
    }
    try {
      const { composition, outcome } = await act.perform(this.#parts.acting, asked);
      if (outcome === 'unchanged') return this.showAgain(visit, 409, 'Nothing was changed: it is so already.');
      const words = `revision ${composition.revision}: ${composition.action} of ${movesOf(composition)
        .map(({ remote, to }) => `${remote} ${to}`)
        .join(', ')}`;
      console.log(`[shell] staff page: ${whoIs(session)}, ${words}: ${JSON.stringify(asked.reason)}`);
      await this.#waitUntilServed(composition.revision);
      sendAway(visit.request, visit.response, `${revisionHref(composition.revision)}?done=1`);
    } catch (error) {
      console.error(`[shell] staff page: ${whoIs(session)} could not ${path.slice(5)}: ${messageOf(error)}`);
      await this.showAgain(visit, 409, `Nothing was done. ${messageOf(error)}`);
    }
  }

  #load(): Promise<Room> {
    return loadRoom(this.#parts.platform, this.#lastKnown);
  }

  /** The remotes that an act changes, by what its form names; none where it is about the whole site. */
  #remotesOf(act: RoomAct, form: URLSearchParams): string[] {
    if (act.about === 'site') return [];
    if (act.about === 'last') {
      const last = this.#parts.platform.chain.current?.composition;
      return !last || isAboutSite(last) ? [] : movesOf(last).map(({ remote }) => remote);
    }
    return form.getAll('remote');
  }

  #denial({ name, role }: StaffSession, act: RoomAct, remotes: readonly string[]): string {
    const what = remotes.length === 0 ? 'the whole site' : remotes.join(', ').slice(0, 200);
    return `Nothing was done: ${name} (${nameRole(role)}) may not change ${what}. This was: ${act.title}.`;
  }

  async #showRemote(visit: RoomVisit, room: Room, name: string): Promise<void> {
    const remote = room.remotes.find((one) => one.name === name);
    if (!remote) return this.#refuse(visit, 404, `There is no remote ${name}.`);
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
    this.#page(visit, renderRemotePage(session, { ...parts, changes }));
  }

  async #showRevision(visit: RoomVisit, room: Room, number: number): Promise<void> {
    const { chain } = this.#parts.platform;
    const revision = await chain.read(number).catch(() => null);
    const isDone = visit.query.has('done') && revision?.by === visit.session.name;
    const parts = { room, revision, number, key: chain.keyOf(number), isDone };
    this.#page(visit, renderRevisionPage(visit.session, parts), revision ? 200 : 404);
  }

  async #showFailures(visit: RoomVisit, room: Room): Promise<void> {
    const { platform, previewKey, stackMapper } = this.#parts;
    const remote = remoteIn(visit.query) ?? '';
    const look = this.#lastKnown.look();
    const span = { from: room.at - week, to: room.at };
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
    this.#page(visit, renderFailuresPage(visit.session, { room, failures, count: wanted.length, remote, problem }));
  }

  async #showComparison(visit: RoomVisit, room: Room): Promise<void> {
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
    if (one === '' || other === '') return this.#page(visit, renderComparePage(session, parts));
    try {
      const comparison = await compareReleases(platform, { remote, one, other });
      const path = comparison.routes.find((route) => route.path === query.get('page'))?.path;
      const page = path === undefined ? null : await this.#renderBoth({ remote, one, other, path });
      this.#page(visit, renderComparePage(session, { ...parts, comparison, page }));
    } catch (error) {
      this.#page(visit, renderComparePage(session, { ...parts, message: messageOf(error) }), 409);
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

  async #showAct(
    visit: RoomVisit,
    { room, filled, status, message }: { room: Room; filled: URLSearchParams; status: number; message: string | null },
  ): Promise<void> {
    const { session, path } = visit;
    const name = path.slice('/act/'.length);
    if (name === 'preview') return this.#showPreview(visit, room, { filled, status, message });
    const act = actNamed(name);
    if (!act) return this.#refuse(visit, 404, 'There is no such act.');
    const remotes = act.about === 'several' ? this.#ownOf(session, room) : this.#remotesOf(act, filled);
    if (!mayAct(session.role, remotes)) return this.#refuse(visit, 403, this.#denial(session, act, remotes));
    const remote =
      act.about === 'remote' ? (room.remotes.find((one) => one.name === filled.get('remote')) ?? null) : null;
    if (act.about === 'remote' && !remote) return this.#refuse(visit, 404, 'There is no such remote.');
    const shown = remote ? [remote] : room.remotes.filter((one) => remotes.includes(one.name));
    const needsReleases = act.fields.some((field) => field === 'former' || field === 'release' || field === 'several');
    const releases = new Map<string, readonly ListedRelease[]>();
    for (const one of needsReleases ? shown : []) {
      releases.set(one.name, (await loadReleases(this.#parts.platform, one)).releases);
    }
    const objection =
      act.about === 'last' ? null : await objectionTo(this.#parts.acting, act.right, remote?.name ?? null);
    const last = this.#parts.platform.chain.current?.composition ?? null;
    const parts = { name, act, room, remote, releases, filled, message, objection, last };
    this.#page(visit, renderActPage(session, parts), status);
  }

  /** The remotes that somebody may change. */
  #ownOf({ role }: StaffSession, { remotes }: Room): string[] {
    return remotes.map(({ name }) => name).filter((name) => mayAct(role, [name]));
  }

  async #showPreview(
    visit: RoomVisit,
    room: Room,
    { filled, status, message }: { filled: URLSearchParams; status: number; message: string | null },
  ): Promise<void> {
    const [remote, id] = [remoteIn(filled) ?? '', releaseIn(filled, 'id') ?? ''];
    if (!mayAct(visit.session.role, [remote])) return this.#refuse(visit, 403, this.#noPreview(visit.session, remote));
    if (id === '') return this.#refuse(visit, 404, 'There is no such release.');
    const hours = filled.get('hours') ?? '24';
    this.#page(visit, renderPreviewPage(visit.session, { room, remote, id, hours, message, made: null }), status);
  }

  async #makePreview(visit: FormVisit): Promise<void> {
    const { session, form } = visit;
    const [remote, id] = [remoteIn(form) ?? '', releaseIn(form, 'id') ?? ''];
    if (!mayAct(session.role, [remote])) return this.#refuse(visit, 403, this.#noPreview(session, remote));
    const hours = Number(form.get('hours'));
    if (!(hours >= 1 && hours <= 168)) return this.showAgain(visit, 422, 'Choose for how long the link works.');
    try {
      const { record } = await loadRelease(this.#parts.platform.store, remote, id);
      const ends = Date.now() + hours * 3_600_000;
      const token = createPreviewToken(this.#parts.previewKey, {
        releases: { [remote]: id },
        expires: Math.round(ends),
      });
      const links = record.routes.map((meta) => {
        const [path = '/'] = samplePathsOf(meta);
        return { path, href: `${path}?${new URLSearchParams({ preview: token })}` };
      });
      console.log(`[shell] staff page: ${whoIs(session)} made a preview of ${remote} ${id}`);
      const parts = {
        room: await this.#load(),
        remote,
        id,
        hours: String(hours),
        message: null,
        made: { links, ends },
      };
      this.#page(visit, renderPreviewPage(session, parts));
    } catch (error) {
      await this.showAgain(visit, 409, messageOf(error));
    }
  }

  #noPreview({ name, role }: StaffSession, remote: string): string {
    return `Nothing was done: ${name} (${nameRole(role)}) may not preview releases of ${remote || 'what is no remote'}.`;
  }

  /** The page that follows then says what this server serves; the others follow in the same second. */
  async #waitUntilServed(revision: number): Promise<void> {
    const { chain, store } = this.#parts.platform;
    const until = Date.now() + servedWithin;
    while (Date.now() < until && (chain.current?.composition.revision ?? 0) < revision) {
      await wait(Math.min(store.pace.look, 100));
    }
  }

  #refuse(visit: RoomVisit, status: number, message: string): void {
    if (status === 403) console.error(`[shell] staff page: refused ${whoIs(visit.session)}: ${message}`);
    const body = renderRoomPage(visit.session, {
      title: 'Control room',
      current: null,
      room: null,
      message,
      body: backLink,
    });
    this.#page(visit, body, status);
  }

  #page({ request, response }: RoomVisit, page: string, status = 200): void {
    sendPage(request, response, status, page);
  }
}

function whoIs({ name, role }: StaffSession): string {
  return `${name} (${nameRole(role)})`;
}

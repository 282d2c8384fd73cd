import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from 'kit/server/text';
import {
  Acts,
  ReleaseError,
  type ReleasePlatform,
  releaseDifferences,
  Site,
  Writing,
  whyNoBrowser,
} from '../../../platform/index.ts';
import type { Refusals } from '../refusals.ts';
import { sendAway } from '../staff-http.ts';
import { nameRole } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import {
  type ActPageParts,
  chosenOf,
  describeAct,
  isOpen,
  renderActPage,
  renderConfirmationPage,
  wholeSite,
} from './act-page.ts';
import type { Approvals } from './approvals.ts';
import { loadReleases } from './load-room.ts';
import { FormProblem, formToKeep, readAct, typedOf } from './read-act.ts';
import { rollbackReason } from './remote-page.ts';
import { approvalHref, isWholeSite, mayChange, type Room, type RoomRemote, releaseIn, revisionHref } from './room.ts';
import { answer, type FormVisit, type RoomVisit, refuse, refuseRole, type ShownForm, whoIs } from './room-visit.ts';

interface RoomFormsParts {
  platform: ReleasePlatform;
  /** The platform with the key that signs what staff do here. */
  acting: ReleasePlatform;
  load: () => Promise<Room>;
  refusals: Refusals;
  /** Null without the approval by a second person. */
  approvals: Approvals | null;
}

/**
 * How long a form waits, in milliseconds, for the servers to report that they serve its revision, so that the next page
 * can show it.
 */
const servedWithin = 1500;

/** Shows the forms of the control room and carries them out. Each action is one revision of the composition. */
export class RoomForms {
  readonly #parts: RoomFormsParts;

  constructor(parts: RoomFormsParts) {
    this.#parts = parts;
  }

  async show(visit: RoomVisit, room: Room, { filled, status, message }: ShownForm): Promise<void> {
    const { platform, acting } = this.#parts;
    const { session, path } = visit;
    const name = actIn(path);
    const act = Acts.actNamed(name);
    if (!act) return refuse(visit, 404, 'There is no such action.');
    const seen = platform.chain.current?.composition.revision ?? 0;
    const remotes = act.about === 'several' ? ownOf(session, room) : await this.remotesOf(act, filled, seen);
    if (!mayChange(session.role, remotes))
      return refuseRole(visit, this.#parts.refusals, denialOf(session, act, remotes));
    const remote =
      act.about === 'remote' ? (room.remotes.find((one) => one.name === filled.get('remote')) ?? null) : null;
    if (act.about === 'remote' && !remote) return refuse(visit, 404, 'There is no such remote.');
    const shown = remote ? [remote] : room.remotes.filter((one) => remotes.includes(one.name));
    const needsReleases = act.takes.some((field) => field === 'former' || field === 'release' || field === 'several');
    // The lists load in parallel, because each of them is a request to the bucket.
    const lists = (needsReleases ? shown : []).map(async (one) => {
      return [one.name, (await loadReleases(platform, one)).releases] as const;
    });
    const releases = new Map(await Promise.all(lists));
    const objection = act.about === 'last' ? null : await Writing.objectionTo(acting, act.right, remote?.name ?? null);
    const last = platform.chain.current?.composition ?? null;
    const change = await this.#changeOf(act, remote, filled);
    const { browsing } = acting.policy;
    const noBrowser = act.takesRelease && browsing ? whyNoBrowser(browsing) : null;
    const left = remote && rollbackReason(room.log, remote.name, chosenOf({ act, remote, filled }));
    answer(
      visit,
      renderActPage(session, {
        name,
        act,
        room,
        remote,
        releases,
        filled,
        message,
        objection,
        last,
        change,
        left,
        noBrowser,
      }),
      status,
    );
  }

  /** Carries out a form of this session. */
  async act(visit: FormVisit): Promise<void> {
    const { session, path, form } = visit;
    const act = Acts.actNamed(actIn(path));
    if (!act) return refuse(visit, 404, 'There is no such action.');
    let asked: Acts.ActRequest | null = null;
    try {
      // The rights are those of the revision that was seen. The switch itself refuses when another one is in effect by
      // then.
      const remotes = await this.remotesOf(act, form, Number(form.get('expect')));
      if (!mayChange(session.role, remotes))
        return refuseRole(visit, this.#parts.refusals, denialOf(session, act, remotes));
      asked = readAct(act, form, session.name);
      const isAboutSite = remotes.length === 0;
      const isRequest = this.#parts.approvals !== null && isWholeSite(remotes);
      if (form.get('sure') !== 'yes' && (isRequest || isAboutSite || !wasTold(act, form)))
        return this.#readBack(visit, act, asked, { isAboutSite, isRequest });
      if (isAboutSite && form.get('typed')?.trim().toLowerCase() !== wholeSite) {
        const message = `Nothing was done. Type “${wholeSite}” to confirm.`;
        return this.#readBack(visit, act, asked, { isAboutSite, isRequest, message });
      }
      const { approvals, acting } = this.#parts;
      if (approvals && isRequest) {
        const { outcome } = await act.perform(acting, { ...asked, dryRun: true });
        if (outcome === 'unchanged') return this.#showAgain(visit, 409, alreadySo);
        const name = await approvals.ask({ act: actIn(path), form: formToKeep(form), by: session });
        console.log(`[shell] staff page: ${whoIs(session)} asks for the approval of ${actIn(path)}`);
        return sendAway(visit.request, visit.response, approvalHref(name));
      }
      const revision = await this.carryOut(session, act, asked);
      if (revision === null) return this.#showAgain(visit, 409, alreadySo);
      sendAway(visit.request, visit.response, `${revisionHref(revision)}?done=1`);
    } catch (error) {
      const done = asked && (await this.#doneAlready(actIn(path), asked));
      if (done) return sendAway(visit.request, visit.response, `${revisionHref(done)}?done=1`);
      const isOfForm = error instanceof FormProblem;
      if (!isOfForm) {
        const sentence = `${act.title}: ${messageOf(error)}`;
        console.error(`[shell] staff page: ${whoIs(session)} could not ${actIn(path)}: ${messageOf(error)}`);
        this.#parts.refusals.note(session.name, { kind: 'act', who: whoIs(session), sentence });
      }
      // The page shows the freeze with a button that ends it.
      const isFrozen = error instanceof ReleaseError && error.code === 'frozen';
      const why = isFrozen ? 'New releases are frozen: end the freeze first.' : messageOf(error);
      await this.#showAgain(visit, isOfForm ? 422 : 409, `Nothing was done. ${why}`);
    }
  }

  /**
   * Does an act that may be done.
   *
   * @returns its revision; null when it changed nothing
   * @throws ReleaseError
   */
  async carryOut(session: StaffSession, act: Acts.Act, asked: Acts.ActRequest): Promise<number | null> {
    const { composition, outcome } = await act.perform(this.#parts.acting, asked);
    if (outcome === 'unchanged') return null;
    const { revision, action } = composition;
    const moves = Site.movesOf(composition).map(({ remote, to }) => `${remote} ${to}`);
    const words = `revision ${revision}: ${action} of ${moves.join(', ')}`;
    console.log(`[shell] staff page: ${whoIs(session)}, ${words}: ${JSON.stringify(asked.reason)}`);
    await this.#waitUntilServed(revision);
    return revision;
  }

  /** Shows the request in words, or the form again when the person wants to change it. */
  async #readBack(
    visit: FormVisit,
    act: Acts.Act,
    asked: Acts.ActRequest,
    { isAboutSite, isRequest, message = null }: { isAboutSite: boolean; isRequest: boolean; message?: string | null },
  ): Promise<void> {
    const { form, session, path } = visit;
    const room = await this.#parts.load();
    if (form.get('sure') === 'no') return this.show(visit, room, { filled: typedOf(form), status: 200, message: null });
    const remote = room.remotes.find(({ name }) => name === form.get('remote')) ?? null;
    const words = describeAct(act, asked, room);
    const parts = { name: actIn(path), act, room, remote, words, form, isAboutSite, isRequest, message };
    answer(visit, renderConfirmationPage(session, parts), message === null ? 200 : 422);
  }

  /**
   * Gives the revision that this same form made a moment ago, or null. A button that was pressed twice has done its
   * work once, and a message that another person was first would be wrong.
   */
  async #doneAlready(
    name: string,
    { by, reason, remote, id = '', several = [], expectedRevision = 0 }: Acts.ActRequest,
  ): Promise<number | null> {
    const { chain } = this.#parts.platform;
    await chain.refresh({ whole: true }).catch(() => {});
    // Rights may have changed in between.
    const made = chain.history.find(({ revision }) => revision > expectedRevision);
    const action = name === 'rollback-several' ? 'rollback' : name;
    if (!made || made.action !== action || made.by !== by || made.reason !== reason) return null;
    if (id !== '' && made.to !== id) return null;
    const asked = remote === '' ? several.map((one) => one.remote) : [remote];
    const changed = new Set(Site.movesOf(made).map((move) => move.remote));
    return asked.every((one) => changed.has(one)) ? made.revision : null;
  }

  /**
   * Gives the differences between the release that the form names and the live one; null when it names none, or the
   * live one.
   */
  async #changeOf(act: Acts.Act, remote: RoomRemote | null, filled: URLSearchParams): Promise<ActPageParts['change']> {
    const from = remote?.state?.live;
    const previous = act.takes.includes('former') ? remote?.state?.previous : null;
    const to = act.takes.length === 0 ? null : (releaseIn(filled, 'id') ?? previous);
    if (!remote || !from || !to || from === to) return null;
    const { store, chain } = this.#parts.platform;
    const move = { remote: remote.name, from, to };
    return { from, to, differences: await releaseDifferences(store, move, chain.current?.composition) };
  }

  async #showAgain(visit: FormVisit, status: number, message: string): Promise<void> {
    await this.show(visit, await this.#parts.load(), { filled: typedOf(visit.form), status, message });
  }

  /**
   * Gives the remotes that an action changes, from the fields of its form. The list is empty when the action is about
   * the whole site, or when the revision of the form is unknown.
   */
  async remotesOf(act: Acts.Act, form: URLSearchParams, seen: number): Promise<string[]> {
    if (act.about === 'site') return [];
    if (act.about !== 'last') return form.getAll('remote');
    const { chain } = this.#parts.platform;
    if (chain.lastRevision < seen) await chain.refresh({ whole: true });
    const last = chain.read(seen);
    return !last || Site.isAboutSite(last) ? [] : Site.movesOf(last).map(({ remote }) => remote);
  }

  /** The next page then shows what this server serves; the others follow within the same second. */
  async #waitUntilServed(revision: number): Promise<void> {
    const { chain, store } = this.#parts.platform;
    const until = Date.now() + servedWithin;
    while (Date.now() < until && (chain.current?.composition.revision ?? 0) < revision) {
      await wait(Math.min(store.pace.poll, 100));
    }
  }
}

/**
 * Whether the page with the form has described the act completely: an act without fields, or with the release that the
 * page named.
 */
function wasTold(act: Acts.Act, form: URLSearchParams): boolean {
  if (isOpen(act)) return false;
  const takesRelease = act.takes.some((field) => field === 'release' || field === 'former');
  return !takesRelease || form.get('told') === (form.get('id') ?? '');
}

const alreadySo = 'Nothing was changed: that is already so.';

function actIn(path: string): string {
  return path.slice('/act/'.length);
}

/** Gives the remotes that this person may change. */
function ownOf({ role }: StaffSession, { remotes }: Room): string[] {
  return remotes.map(({ name }) => name).filter((name) => mayChange(role, [name]));
}

function denialOf({ name, role }: StaffSession, act: Acts.Act, remotes: readonly string[]): string {
  const what = remotes.length === 0 ? 'the whole site' : remotes.join(', ').slice(0, 200);
  return `Nothing was done: ${name} (${nameRole(role)}) may not change ${what}. This was: ${act.title}.`;
}

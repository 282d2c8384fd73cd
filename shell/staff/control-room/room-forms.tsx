import { setTimeout as wait } from 'node:timers/promises';
import { Acts, type ReleasePlatform, releaseDifferences, Site, Writing, whyNoBrowser } from '../../platform/index.ts';
import { StaffRefusal, sendAway, sendPage } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { ActPage, type ActPageProps, chosenOf } from './act-page.tsx';
import { ConfirmationPage, isOpen, wholeSite } from './confirmation.tsx';
import { loadReleases } from './load-room.ts';
import { formToKeep, readAct, typedOf } from './read-act.ts';
import {
  approvalHref,
  isWholeSite,
  mayChange,
  type RoomForm,
  type RoomRemote,
  type RoomVisit,
  refusalOfRole,
  releaseIn,
  revisionHref,
  rollbackReason,
} from './room.tsx';

/** Shows the forms of the acts and carries them out. Each act is one revision of the composition. */
export const actForm: RoomForm = {
  async show(visit, room, { filled, status, message }) {
    const { platform, acting, session, path } = visit;
    const { name, act } = actIn(path);
    const { composition: last = null } = platform.chain.current ?? {};
    const own = room.remotes.map((one) => one.name).filter((one) => mayChange(session.role, [one]));
    const remotes = act.about === 'several' ? own : await remotesOf(platform, act, filled, last?.revision ?? 0);
    checkRole(session, act, remotes);
    const named = room.remotes.find((one) => one.name === filled.get('remote')) ?? null;
    const remote = act.about === 'remote' ? named : null;
    if (act.about === 'remote' && !remote) throw new StaffRefusal(404, 'There is no such remote.');
    const shown = remote ? [remote] : room.remotes.filter((one) => remotes.includes(one.name));
    const needsReleases = act.takes.some((field) => field === 'former' || field === 'release' || field === 'several');
    // The lists load in parallel, because each of them is a request to the bucket.
    const lists = (needsReleases ? shown : []).map(async (one) => {
      return [one.name, (await loadReleases(platform, one)).releases] as const;
    });
    const { browsing } = acting.policy;
    const page = {
      ...{ name, act, room, remote, filled, message, last },
      releases: new Map(await Promise.all(lists)),
      objection: act.about === 'last' ? null : await Writing.objectionTo(acting, act.right, remote?.name ?? null),
      change: await changeOf(platform, act, remote, filled),
      left: remote && rollbackReason(room.log, remote.name, chosenOf({ act, remote, filled })),
      noBrowser: act.takesRelease && browsing ? whyNoBrowser(browsing) : null,
    };
    sendPage(visit, status, <ActPage {...page} />);
  },

  async act(visit) {
    const { approvals, acting, platform, session, path, form } = visit;
    const { name, act } = actIn(path);
    // The rights are those of the revision that was seen; the switch itself refuses another one.
    const remotes = await remotesOf(platform, act, form, Number(form.get('expect')));
    checkRole(session, act, remotes);
    const asked = readAct(act, form, session.name);
    const isAboutSite = remotes.length === 0;
    const isRequest = approvals !== null && isWholeSite(remotes);
    const isSure = form.get('sure') === 'yes';
    const isTyped = form.get('typed')?.trim().toLowerCase() === wholeSite;
    if (isSure ? isAboutSite && !isTyped : isRequest || isAboutSite || !wasTold(act, form)) {
      const room = await visit.load();
      if (form.get('sure') === 'no')
        return actForm.show(visit, room, { filled: typedOf(form), status: 200, message: null });
      const message = isSure ? `Nothing was done. Type “${wholeSite}” to confirm.` : null;
      const confirmed = { name, act, asked, room, form, isAboutSite, isRequest, message };
      return sendPage(visit, isSure ? 422 : 200, <ConfirmationPage {...confirmed} />);
    }
    try {
      if (approvals && isRequest) {
        const { outcome } = await act.perform(acting, { ...asked, dryRun: true });
        if (outcome === 'unchanged') throw alreadySo();
        const request = await approvals.ask(name, formToKeep(form).toString(), session);
        console.log(`[shell] staff page: ${whoIs(session)} asks for the approval of ${name}`);
        return sendAway(visit, approvalHref(request));
      }
      sendAway(visit, `${revisionHref(await carryOut(visit, act, asked))}?done=1`);
    } catch (error) {
      const done = await doneAlready(platform, name, asked);
      if (done === null) throw error;
      sendAway(visit, `${revisionHref(done)}?done=1`);
    }
  },
};

/** Null when the form names no release, or the live one. */
async function changeOf(
  { store, chain }: ReleasePlatform,
  { takes }: Acts.Act,
  remote: RoomRemote | null,
  filled: URLSearchParams,
): Promise<ActPageProps['change']> {
  const from = remote?.state?.live;
  const previous = takes.includes('former') ? remote?.state?.previous : null;
  const to = takes.length === 0 ? null : (releaseIn(filled) ?? previous);
  if (!remote || !from || !to || from === to) return null;
  const move = { remote: remote.name, from, to };
  return { from, to, differences: await releaseDifferences(store, move, chain.current?.composition) };
}

/** Whether the form had no choice, or names the release that its page described. */
function wasTold(act: Acts.Act, form: URLSearchParams): boolean {
  if (isOpen(act)) return false;
  const takesRelease = act.takes.some((field) => field === 'release' || field === 'former');
  return !takesRelease || form.get('told') === (form.get('id') ?? '');
}

function actIn(path: string): { name: string; act: Acts.Act } {
  const name = path.slice('/act/'.length);
  const act = Acts.actNamed(name);
  if (act) return { name, act };
  throw new StaffRefusal(404, 'There is no such action.');
}

function checkRole(session: StaffSession, { title }: Acts.Act, remotes: readonly string[]): void {
  if (mayChange(session.role, remotes)) return;
  const what = remotes.length === 0 ? 'the whole site' : remotes.join(', ').slice(0, 200);
  throw refusalOfRole(session, `change ${what}. This was: ${title}`);
}

/** How long a form waits for the servers, so that the next page can show what they serve, in milliseconds. */
const servedWithin = 1500;

/** Gives the revision of the act. @throws StaffRefusal when it changes nothing, or ReleaseError */
export async function carryOut(
  { acting, platform: { chain, store }, session }: RoomVisit,
  act: Acts.Act,
  asked: Acts.ActRequest,
): Promise<number> {
  const { composition, outcome } = await act.perform(acting, asked);
  if (outcome === 'unchanged') throw alreadySo();
  const { revision, action } = composition;
  const moves = Site.movesOf(composition).map(({ remote, to }) => `${remote} ${to}`);
  const words = `revision ${revision}: ${action} of ${moves.join(', ')}`;
  console.log(`[shell] staff page: ${whoIs(session)}, ${words}: ${JSON.stringify(asked.reason)}`);
  // The next page then shows what this server serves; the others follow within the same second.
  const until = Date.now() + servedWithin;
  while (Date.now() < until && (chain.current?.composition.revision ?? 0) < revision) {
    await wait(Math.min(store.pace.poll, 100));
  }
  return revision;
}

/**
 * Gives the revision that this same form made a moment ago, or null. A button that was pressed twice has done its
 * work once, and a message that another person was first would be wrong.
 */
async function doneAlready(
  { chain }: ReleasePlatform,
  name: string,
  { by, reason, remote, id = '', several = [], expectedRevision = 0 }: Acts.ActRequest,
): Promise<number | null> {
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

/** Gives the remotes that a form changes; none for the whole site, or where its revision is unknown. */
export async function remotesOf(
  { chain }: ReleasePlatform,
  { about }: Acts.Act,
  form: URLSearchParams,
  seen: number,
): Promise<string[]> {
  if (about === 'site') return [];
  if (about !== 'last') return form.getAll('remote');
  if (chain.lastRevision < seen) await chain.refresh({ whole: true });
  const last = chain.read(seen);
  return !last || Site.isAboutSite(last) ? [] : Site.movesOf(last).map(({ remote }) => remote);
}

function alreadySo(): StaffRefusal {
  return new StaffRefusal(409, 'Nothing was changed: that is already so.');
}

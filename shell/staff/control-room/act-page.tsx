import type { Composition } from 'kit/contracts/composition';
import { Acts, Site } from '../../platform/index.ts';
import { html, type Markup, type Part } from '../../server/http/html.ts';
import { minute, renderForm, renderMessage, renderSelect } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import type { ListedRelease } from './load-room.ts';
import { formToKeep, longestReason } from './read-act.ts';
import { renderFacts, sayFreeze } from './remote-status.ts';
import { mayChange, type Room, type RoomRemote, remoteHref, revisionHref, roomHref, wasLive } from './room.ts';
import { renderRoomPage } from './room-frame.ts';

/**
 * The number of options of one select. Older releases are on the page of the remote, which links here with its release
 * chosen.
 */
const maxOptions = 60;

export interface ActPageParts {
  name: string;
  act: Acts.Act;
  room: Room;
  /** The remote of the action, if it is about one. */
  remote: RoomRemote | null;
  /** The releases of each remote that the form offers, newest first. */
  releases: ReadonlyMap<string, readonly ListedRelease[]>;
  /** The fields that are filled in, from the address or from a form that was refused. */
  filled: URLSearchParams;
  message: string | null;
  /** The reason why the signing key may not do this; null when it may. */
  objection: string | null;
  last: Composition | null;
  /** The differences between the named release and the live one; null when the form names none. */
  change: { from: string; to: string; differences: readonly string[] } | null;
  /** The reason why the chosen release was taken back before; null when it never was. */
  left: string | null;
  /** The reason why the gate has no browser; null when it has one, or does not run. */
  noBrowser: string | null;
}

/** The form of an action: the present state, what will happen, and the reason. Nothing changes before it is sent. */
export function renderActPage(session: StaffSession, parts: ActPageParts): string {
  const { name, act, room, remote, filled, message, objection, last, left, noBrowser } = parts;
  const title = titleOf(act, remote);
  const away = remote ? remoteHref(remote.name) : roomHref('');
  if (isNowhere(parts)) {
    const body = html`<p class="empty">There is no earlier release to roll back to.</p><p class="acts"><a class="button" href="${away}">${remote ? `Releases of ${remote.name}` : 'Overview'}</a></p>`;
    return renderRoomPage(session, { title, room, body });
  }
  const now =
    remote &&
    html`<div class="was"><p><strong>Now</strong></p>${remote.state ? renderFacts(remote) : html`<p>No release is live.</p>`}</div>`;
  const fields = html`${act.takes.map((field) => renderField(field, parts))}
<div><label for="reason">Why</label><textarea id="reason" name="reason" rows="3" maxlength="${longestReason}" required dir="auto" aria-describedby="reason-note">
${filled.get('reason') ?? ''}</textarea><small id="reason-note">Shown in the log with your name.</small></div>
<p class="row"><button>${act.title}${remote && html` ${remote.name}`}</button><a class="button" href="${away}">Cancel</a></p>`;
  const hidden = [['expect', room.revision] as const, ...(remote ? [['remote', remote.name] as const] : [])];
  const body = html`${objection !== null && renderMessage(`${objection} Set ROOM_KEY to a key that has this right, or use the command line.`)}
${renderFreeze(session, parts)}${left !== null && renderMessage(`${chosenOf(parts)} was taken back before. ${left}`)}
<p class="lead">${isOpen(act) ? act.effect : describeAct(act, { remote: remote?.name ?? '', id: chosenOf(parts) }, room)}</p>${noBrowser !== null && html`<p>The gate cannot open its pages in a browser, because ${noBrowser}. Install Chromium, Chrome or Edge on the server, or try the release by its preview first.</p>`}${now}${renderChange(parts.change)}${act.about === 'last' && last && renderLast(last)}
${renderForm(session, { action: roomHref(`/act/${name}`), look: 'act', hidden: [...hidden, ['told', filled.get('id') ?? '']], body: fields })}`;
  return renderRoomPage(session, { title, room, message, body });
}

/** Gives the release that the form has chosen when it opens; empty for none. */
export function chosenOf({ act, remote, filled }: Pick<ActPageParts, 'act' | 'remote' | 'filled'>): string {
  const fields = act.takes;
  if (fields.includes('former')) return filled.get('id') || (remote?.state?.previous ?? '');
  if (!fields.includes('release')) return '';
  return filled.get('id') ?? (fields.includes('share') ? (remote?.state?.canary?.id ?? '') : '');
}

/** The freeze that prevents the action, with a link to end it for roles that may. */
function renderFreeze({ role }: StaffSession, { act, remote }: ActPageParts): Part {
  const freeze = remote?.freeze;
  if (!act.takesRelease || !remote || !freeze) return null;
  const { isOfSite } = freeze;
  const href = isOfSite ? roomHref('/act/unfreeze-site') : roomHref('/act/unfreeze', { remote: remote.name });
  const end = mayChange(role, isOfSite ? [] : [remote.name])
    ? html`<p><a class="button" href="${href}">${isOfSite ? Acts.acts['unfreeze-site'].title : `${Acts.acts.unfreeze.title} of ${remote.name}`}</a></p>`
    : html`<p>Your role cannot end this freeze.</p>`;
  return html`<div class="message">${sayFreeze(freeze)}${end}</div>`;
}

/** Whether there is no release to roll back to. A form that was refused is shown in any case, with its text. */
function isNowhere({ act, room, remote, releases, filled, message }: ActPageParts): boolean {
  const goesBack = act.takes.includes('former');
  if (!goesBack || !remote || message !== null || room.knownSince !== null || filled.has('id')) return false;
  return !remote.state?.previous && !(releases.get(remote.name) ?? []).some(wasLive);
}

function renderChange(change: ActPageParts['change']): Part {
  if (!change) return null;
  const lines = change.differences.map((line) => html`<li><bdi>${line}</bdi></li>`);
  return html`<div class="was"><p><strong>What differs</strong>, <code>${change.from}</code> → <code>${change.to}</code></p><ul>${lines}</ul></div>`;
}

function renderLast(last: Composition): Markup {
  const moves = Site.movesOf(last).map(
    ({ remote, from, to }) => html`<p>${remote}: ${from === to ? to : `${from ?? 'nothing'} → ${to}`}</p>`,
  );
  return html`<div class="was"><p><strong><a href="${revisionHref(last.revision)}">Revision ${last.revision}</a>, ${last.action}</strong>, ${minute(last.at)}, by <bdi>${last.by}</bdi></p>${moves}${last.reason !== '' && html`<p><bdi>${last.reason}</bdi></p>`}</div>`;
}

function renderField(field: Acts.ActArgument, parts: ActPageParts): Markup {
  const { remote, releases, filled } = parts;
  const own = remote ? (releases.get(remote.name) ?? []) : [];
  if (field === 'former') {
    const options = formerOf(own, remote?.state?.previous, filled.get('id') ?? '');
    return renderSelect({ name: 'id', label: 'Roll back to', options, chosen: filled.get('id') ?? '' });
  }
  if (field === 'release') {
    const others = own.filter(({ is }) => is !== 'live');
    const options = optionsOf(others, { first: 'choose one', chosen: chosenOf(parts) });
    return renderSelect({ name: 'id', label: 'Release', options, chosen: chosenOf(parts) });
  }
  if (field === 'several') return renderSeveral(parts);
  if (field === 'share') return renderShare(filled);
  if (field === 'end')
    return renderSelect({ name: 'end', label: 'It ends', options: ends, chosen: filled.get('end') ?? '240' });
  return html`<p><label class="check"><input type="checkbox" name="guard" value="off"${filled.get('guard') === 'off' && html` checked`}> Never roll this release back automatically</label></p>`;
}

type Options = Parameters<typeof renderSelect>[0]['options'];

/** The options of a select of releases. The chosen one is always among them. */
function optionsOf(releases: readonly ListedRelease[], { first, chosen }: { first: string; chosen: string }): Options {
  const listed = releases
    .slice(0, maxOptions)
    .map(
      ({ id, publishedAt, is }) =>
        [id, `${id}${publishedAt === '' ? '' : `, ${minute(publishedAt)}`} (${is})`] as const,
    );
  const isListed = chosen === '' || listed.some(([id]) => id === chosen);
  return [['', first], ...(isListed ? [] : [[chosen, chosen] as const]), ...listed];
}

function formerOf(releases: readonly ListedRelease[], previous: string | null | undefined, chosen: string): Options {
  const first = previous ? `the previous release, ${previous}` : 'choose one';
  return optionsOf(releases.filter(wasLive), { first, chosen });
}

function renderSeveral({ room, releases, filled }: ActPageParts): Markup {
  const chosen = new Set(filled.getAll('remote'));
  const rows = room.remotes.flatMap(({ name, state }) => {
    const own = releases.get(name) ?? [];
    if (!state || !own.some(wasLive)) return [];
    const to = filled.get(`to ${name}`) ?? '';
    const label = html`Roll back to<span class="hidden">, ${name}</span>`;
    return html`<div class="was"><label class="check"><input type="checkbox" name="remote" value="${name}"${chosen.has(name) && html` checked`}> <strong>${name}</strong></label><p>live: ${state.live}</p>
${renderSelect({ name: `to ${name}`, id: `to-${name}`, label, options: formerOf(own, state.previous, to), chosen: to })}</div>`;
  });
  if (rows.length === 0) return html`<p class="empty">No remote has an earlier release to roll back to.</p>`;
  return html`<fieldset><legend>Remotes</legend>${rows}</fieldset>`;
}

function renderShare(filled: URLSearchParams): Markup {
  return html`<div><label for="share">Percent of the visitors</label><input type="text" id="share" name="share" value="${filled.get('share') ?? ''}" required maxlength="400" autocomplete="off" aria-describedby="share-note">
<small id="share-note"><b>10</b> gives the release 10 % until somebody changes that. <b>1, 5, 25</b> is a plan with ten minutes a step; <b>1:10m, 5:1h, 25:1d</b> sets the time of each step. A plan stops when the canary is worse than the live release. It goes live by itself only if it ends with the word “live”: <b>1, 5, 25, 100, live</b>. The next page shows it in words before it starts.</small></div>`;
}

const ends = [
  ['60', 'in one hour'],
  ['240', 'in four hours'],
  ['1440', 'in one day'],
  ['4320', 'in three days'],
  ['10080', 'in a week'],
  ['', 'when somebody ends it'],
] as const;

/** What has to be typed to confirm an act on the whole site. */
export const wholeSite = 'whole site';

/** Whether an act depends on a choice in its form, so that only the next page can describe it. */
export function isOpen({ takes }: Acts.Act): boolean {
  return takes.some((field) => field === 'several' || field === 'share' || field === 'end');
}

type Asked = Partial<Acts.ActRequest> & { remote: string };

/**
 * Describes, before an act is done, what visitors will get: `Visitors get mf-agents 1.4.1 instead of 1.4.2, within a
 * second.`
 */
export function describeAct(act: Acts.Act, asked: Asked, { remotes }: Pick<Room, 'remotes'>): string {
  const stateOf = (name: string) => remotes.find((one) => one.name === name)?.state;
  const state = stateOf(asked.remote);
  const to = asked.id || state?.previous;
  if (act.takes.includes('several')) {
    const moves = (asked.several ?? []).map(({ remote, to: id = stateOf(remote)?.previous ?? undefined }) => {
      return `${describeMove(remote, stateOf(remote), id)}, within a second.`;
    });
    return `${moves.join(' ')} ${act.effect}`;
  }
  const canary = state?.canary;
  if (canary && act === Acts.acts.promote)
    return `${describeMove(asked.remote, state, canary.id)}, once it has passed the gate again.`;
  if (canary && act === Acts.acts.abort)
    return `The ${canary.percent} % of the visitors who get ${asked.remote} ${canary.id} get ${state?.live} again, within a second. Open tabs follow within ten.`;
  if (act.readBack) return act.readBack({ by: '', reason: '', ...asked });
  if (act.takes.includes('former') && to)
    return `${describeMove(asked.remote, state, to)}, within a second. Open tabs follow within ten.${canary ? ` The canary ${canary.id} ends.` : ''}`;
  if (act.takes.includes('release') && asked.id)
    return `${describeMove(asked.remote, state, asked.id)}, once it has passed the gate, which takes some seconds.`;
  if (act.takes.includes('end')) {
    const whose = act.about === 'site' ? 'any remote' : asked.remote;
    const end = asked.until ? `until ${minute(asked.until)}` : 'until somebody ends the freeze';
    return `No new release of ${whose} goes live ${end}. Rollbacks still work.`;
  }
  return act.effect;
}

/** Two releases of one version are written with their whole ids. */
function describeMove(remote: string, state: RoomRemote['state'], to: string | null | undefined): string {
  const from = state?.live;
  if (!to || !from) return `Visitors get ${remote} ${to ?? ''}`.trim();
  const [older = '', newer = ''] = [from, to].map((id) => id.replace(/-[0-9a-f]{8}$/, ''));
  return older === newer
    ? `Visitors get ${remote} ${to} instead of ${from}`
    : `Visitors get ${remote} ${newer} instead of ${older}`;
}

interface ConfirmationParts extends Pick<ActPageParts, 'name' | 'act' | 'room' | 'message'> {
  asked: Acts.ActRequest;
  form: URLSearchParams;
  /** An act on the whole site is confirmed by typing. */
  isAboutSite: boolean;
  /** A second person has to approve the act. */
  isRequest: boolean;
}

/**
 * The confirmation of a form: it describes the act before the act is done. Hidden fields keep the form, so that nothing is
 * lost when the person changes it.
 */
export function renderConfirmationPage(
  session: StaffSession,
  { name, act, room, asked, form, isAboutSite, isRequest, message }: ConfirmationParts,
): string {
  const remote = room.remotes.find((one) => one.name === asked.remote);
  const live =
    remote?.state &&
    act.takes.includes('share') &&
    html`<p>All others keep the live release, <code>${remote.state.live}</code>.</p>`;
  const fields = html`${isAboutSite && html`<div><label for="typed">Type “${wholeSite}” to confirm</label><input type="text" id="typed" name="typed" required autocomplete="off"></div>`}
<p class="row"><button name="sure" value="yes">${isRequest ? 'Ask for approval' : 'Yes, do this'}</button><button class="quiet" name="sure" value="no" formnovalidate>Change it</button></p>`;
  const body = html`<p class="lead">${describeAct(act, asked, room)}</p>${live}<p>Why: <bdi>${asked.reason}</bdi></p><p role="status">Nothing has changed yet.${isRequest ? ' A second person has to approve this within an hour.' : ''}</p>
${renderForm(session, { action: roomHref(`/act/${name}`), look: 'act', hidden: formToKeep(form), body: fields })}`;
  return renderRoomPage(session, { title: titleOf(act, remote), before: 'Confirm', room, message, body });
}

function titleOf({ title }: Acts.Act, remote: RoomRemote | null | undefined): string {
  return remote ? `${title}: ${remote.name}` : title;
}

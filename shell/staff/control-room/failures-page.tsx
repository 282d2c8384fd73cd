import { shellName } from 'kit/contracts/shell-name';
import {
  type FailureCounts,
  Live,
  ReleaseFiles,
  type ReleasePlatform,
  samplePathsOf,
} from '../../platform/index.ts';
import { createPreviewToken } from '../../settings/preview-token.ts';
import { html, type Markup, type Part } from '../../server/http/html.ts';
import { minute, renderNav, renderSelect } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { writeCount } from './figures.ts';
import { mayChange, type Room, type RoomRemote, remoteHref, roomHref } from './room.ts';
import { renderRoomPage } from './room-frame.ts';

/**
 * A failure with the address that opens its page as the visitor saw it; null when the store has no such releases any
 * more.
 */
interface ShownFailure extends FailureCounts.FailureGroup {
  href: string | null;
}

interface FailuresPageParts {
  room: Room;
  failures: readonly ShownFailure[];
  count: number;
  remote: string;
  problem: string | null;
}

/** The page of failures by message and place, with who saw them, since when, and the rollback. */
export function renderFailuresPage(session: StaffSession, parts: FailuresPageParts): string {
  const { room, failures, count, remote, problem } = parts;
  const more =
    count > failures.length && html`<p>The ${failures.length} failures that most networks saw, of ${count}.</p>`;
  const list =
    failures.length === 0
      ? html`<p class="empty">${remote === '' ? 'No failures in the last seven days.' : `No failures of ${remote} in the last seven days.`}</p>`
      : html`${more}<ul class="cards">${failures.map((failure) => html`<li>${renderFailure(session, room, failure)}</li>`)}</ul>`;
  const body = html`${renderChoice(room, remote)}<h2>Failures of the last seven days</h2>${list}`;
  return renderRoomPage(session, { title: 'Failures', current: 'Failures', room, problem, body });
}

/** This many links fit into a few lines of a phone. With more remotes, a select takes their place. */
const maxLinks = 10;

function renderChoice({ remotes }: Room, remote: string): Markup {
  const options = ['', ...remotes.map(({ name }) => name)].map((name) => [name, name || 'All remotes'] as const);
  if (remotes.length > maxLinks)
    return html`<form class="filter" method="get" action="${roomHref('/failures')}">${renderSelect({ name: 'remote', label: 'Remote', options, chosen: remote })}<button class="quiet">Show</button></form>`;
  const links = options.map(([name, words]) => {
    return { words, href: roomHref('/failures', { remote: name }), isCurrent: name === remote };
  });
  return renderNav('Remote', links, { look: 'choices', current: 'true' });
}

/** The text for a failure without a message, and the mark beside every failure. */
const kinds: Readonly<Record<FailureCounts.FailureGroup['kind'], { mark: string; words: string }>> = {
  load: { mark: 'did not load', words: 'The page did not load: a file of it is missing or threw an error' },
  timeout: { mark: 'timed out', words: 'The page did not load in time' },
  render: { mark: 'threw', words: 'The page threw an error, and the browser gave no message' },
  'server rendering': { mark: 'on the server', words: 'The page could not be rendered on the server' },
  uncaught: { mark: 'uncaught', words: 'An error without a message' },
};

function renderFailure(session: StaffSession, room: Room, failure: ShownFailure): Markup {
  const { id, remote, releases, kind, message, stack, browsers, pages, set, firstSeen, lastSeen, count, networks } =
    failure;
  const { mark, words } = kinds[kind];
  const times = `${writeCount(count)} ${count === 1 ? 'time' : 'times'}, in about ${writeCount(networks)} ${networks === 1 ? 'network' : 'networks'}`;
  return html`<section class="card" aria-labelledby="failure-${id}"><div class="head"><h3 id="failure-${id}" dir="auto">${message || words}</h3><span class="is calm">${mark}</span></div>
<p class="facts"><strong>${times}</strong>, last ${minute(new Date(lastSeen).toISOString())}, first ${minute(new Date(firstSeen).toISOString())}</p>
<p class="facts"><a href="${remoteHref(remote)}">${remote}</a> ${renderCounts(releases)}; in ${renderCounts(browsers)}; on ${renderCounts(pages)}</p><small>release set <bdi>${set}</bdi></small>
${renderStack(stack)}${renderActs(session, room, failure)}</section>`;
}

const maxCounts = 4;

function renderCounts(counts: Readonly<Record<string, number>>): Markup {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const shown = sorted
    .slice(0, maxCounts)
    .map(([name, times], index) => html`${index === 0 ? '' : ', '}<bdi>${name}</bdi> (${writeCount(times)})`);
  return html`${shown}${sorted.length > maxCounts ? ` and ${sorted.length - maxCounts} more` : ''}`;
}

function renderStack(stack: readonly FailureCounts.MappedFrame[]): Part {
  if (stack.length === 0) return null;
  const [first, ...rest] = stack.map((frame) => {
    const { source, script, line, column } = frame;
    const place = source ? `${source.file}:${source.line}` : `${script}:${line}:${column}`;
    const text = source && source.text.trim() !== '' && html`<pre><code>${source.text}</code></pre>`;
    return html`<li><code>${place}</code>${frame.function !== '' && html` in <bdi>${frame.function}</bdi>`}${text}</li>`;
  });
  const others = rest.length === 1 ? 'One more stack frame' : `${rest.length} more stack frames`;
  return html`<ol class="stack">${first}</ol>${rest.length > 0 && html`<details><summary>${others}</summary><ol class="stack">${rest}</ol></details>`}`;
}

function renderActs({ role }: StaffSession, room: Room, { remote, releases, href, pages }: ShownFailure): Markup {
  const state = room.remotes.find(({ name }) => name === remote)?.state;
  const has = (id: string | null | undefined) => id != null && Object.hasOwn(releases, id);
  const act = (words: string, name: string) =>
    html`<a class="button go" href="${roomHref(`/act/${name}`, { remote })}">${words}</a>`;
  const back = state &&
    mayChange(role, [remote]) && [
      has(state.live) && state.previous && act(`Roll back ${remote}`, 'rollback'),
      has(state.canary?.id) && act(`End the canary of ${remote}`, 'abort'),
    ];
  // The words are one element, because each child of a button would be a column of its own.
  const open =
    href !== null &&
    html`<a class="button" href="${href}" target="_blank" rel="noopener"><span>Open <bdi>${mostSeenPage(pages)}</bdi> as they saw it</span></a>`;
  return html`<p class="acts">${back}${open}${sayWhoGetsIt(state, has)}</p>`;
}

/** The path of the route, as the release declares it. */
function mostSeenPage(pages: FailureCounts.FailureGroup['pages']): string {
  return Object.entries(pages).sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/**
 * Says what a rollback would change. It says so when no visitor gets the release any more, or when the previous one
 * fails in the same way.
 */
function sayWhoGetsIt(state: RoomRemote['state'], has: (id: string | null | undefined) => boolean): Part {
  if (!state) return null;
  if (has(state.live) && has(state.previous))
    return html`<strong>The previous release has this failure, too: rolling back does not end it.</strong>`;
  if (has(state.canary?.id) && has(state.live))
    return html`<strong>The live release has this failure, too: ending the canary does not end it.</strong>`;
  const isGone = !has(state.live) && !has(state.canary?.id);
  return isGone && html`<span>No visitor gets a release with this failure any more.</span>`;
}

/**
 * How long such a link works, in milliseconds: long enough to examine a failure and to send the link to a colleague.
 */
const linkLasts = 24 * 3_600_000;

/**
 * Gives the address that opens a page with the releases that a visitor saw. It is null when the store no longer has
 * them, or when the release has no such page. Only paths that the release itself declares are used, because
 * browser reports can be forged.
 */
export async function previewFailure(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  previewKey: Buffer,
  { remote, release, pages, set: setName }: FailureCounts.FailureGroup,
): Promise<string | null> {
  try {
    const set = Live.parseReleaseSet(setName);
    const composition = set && chain.read(set.revision);
    if (!set || !composition) return null;
    const lived = Object.entries(composition.remotes).map(([name, { live }]) => [name, live] as const);
    const seen = { ...Object.fromEntries(lived), ...set.overrides, [remote]: release };
    const path = await findAddress(store, remote === shellName ? seen : { [remote]: release }, mostSeenPage(pages));
    if (!path) return null;
    const now = chain.current?.composition.remotes ?? {};
    const releases = Object.fromEntries(Object.entries(seen).filter(([name, id]) => now[name]?.live !== id));
    if (Object.keys(releases).length === 0) return path;
    const token = createPreviewToken(previewKey, { releases, expires: Date.now() + linkLasts });
    return `${path}?${new URLSearchParams({ preview: token })}`;
  } catch {
    return null;
  }
}

/**
 * Gives an address of the page by its path, as one of these releases declares it. The shell has no pages of its own.
 */
async function findAddress(
  store: ReleasePlatform['store'],
  releases: Readonly<Record<string, string>>,
  page: string,
): Promise<string | null> {
  for (const [name, id] of Object.entries(releases)) {
    if (name === shellName) continue;
    const { record } = await ReleaseFiles.loadRelease(store, name, id);
    const meta = record.routes.find(({ path }) => path === page);
    const [path] = meta ? samplePathsOf(meta) : [];
    if (path) return path;
  }
  return null;
}

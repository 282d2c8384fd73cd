import type { FailureGroup, MappedFrame } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { minute } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { mayAct } from './may-act.ts';
import { writeCount } from './measures.ts';
import type { Room } from './room.ts';
import { remoteHref, roomHref } from './room-address.ts';
import { renderRoomPage } from './room-frame.ts';

/** A failure with the address that opens its page as it was seen; null where that cannot be. */
export interface ShownFailure extends FailureGroup {
  href: string | null;
}

interface FailuresPageParts {
  room: Room;
  failures: readonly ShownFailure[];
  /** How many there are in all. */
  count: number;
  remote: string;
  problem: string | null;
}

/** What fails, by message and place: for whom, since when, and what to do. */
export function renderFailuresPage(session: StaffSession, parts: FailuresPageParts): string {
  const { room, failures, count, remote, problem } = parts;
  const choices = ['', ...room.remotes.map(({ name }) => name)].map((name) => {
    const words = name === '' ? 'Every remote' : name;
    const href = roomHref('/failures', { remote: name });
    return name === remote
      ? html`<li><a href="${href}" aria-current="true">${words}</a></li>`
      : html`<li><a href="${href}">${words}</a></li>`;
  });
  const more =
    count > failures.length
      ? html`<p>These are the ${failures.length} that most networks saw, of ${count}.</p>`
      : html``;
  const list =
    failures.length === 0
      ? html`<p class="empty">${remote === '' ? 'No browser has told of a failure in the last seven days.' : `No browser has told of a failure of ${remote} in the last seven days.`}</p>`
      : html`${more}<ul class="cards">${failures.map((failure) => html`<li>${renderFailure(session, room, failure)}</li>`)}</ul>`;
  const body = html`<nav aria-label="Remote"><ul class="choices">${choices}</ul></nav><h2>Failures of the last seven days</h2>${list}`;
  return renderRoomPage(session, { title: 'Failures', current: 'Failures', room, message: problem, body });
}

function renderFailure(session: StaffSession, room: Room, failure: ShownFailure): Markup {
  const { id, remote, release, kind, message, stack, browsers, pages, set, firstSeen, lastSeen, count, networks } =
    failure;
  const times = `${writeCount(count)} ${count === 1 ? 'time' : 'times'}, in about ${writeCount(networks)} ${networks === 1 ? 'network' : 'networks'}`;
  return html`<section class="card" aria-labelledby="failure-${id}"><div class="head"><h3 id="failure-${id}" dir="auto">${message === '' ? 'A failure without a message' : message}</h3><span class="is calm">${kind}</span></div>
<p class="facts"><strong>${times}</strong>, last ${minute(new Date(lastSeen).toISOString())}, first ${minute(new Date(firstSeen).toISOString())}</p>
<p class="facts"><a href="${remoteHref(remote)}">${remote}</a> <code>${release}</code>, ${renderCounts(browsers)}, on ${renderCounts(pages)}</p><small>release set <bdi>${set}</bdi></small>
${renderStack(stack)}${renderActs(session, room, failure)}</section>`;
}

const mostCounts = 4;

function renderCounts(counts: Readonly<Record<string, number>>): Markup {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const shown = sorted
    .slice(0, mostCounts)
    .map(([name, times], index) => html`${index === 0 ? '' : ', '}<bdi>${name}</bdi> (${writeCount(times)})`);
  return html`${shown}${sorted.length > mostCounts ? ` and ${sorted.length - mostCounts} more` : ''}`;
}

function renderStack(stack: readonly MappedFrame[]): Markup {
  if (stack.length === 0) return html``;
  const frames = stack.map((frame) => {
    const { source, script, line, column } = frame;
    const place = source ? `${source.file}:${source.line}` : `${script}:${line}:${column}`;
    const text = source && source.text.trim() !== '' ? html`<pre><code>${source.text}</code></pre>` : html``;
    return html`<li><code>${place}</code>${frame.function === '' ? html`` : html` in <bdi>${frame.function}</bdi>`}${text}</li>`;
  });
  const [first, ...rest] = frames;
  const others =
    rest.length === 0
      ? html``
      : html`<details><summary>${rest.length === 1 ? 'One more place' : `${rest.length} more places`} of the stack</summary><ol class="stack">${rest}</ol></details>`;
  return html`<ol class="stack">${first ?? html``}</ol>${others}`;
}

function renderActs({ role }: StaffSession, room: Room, { remote, release, href, pages }: ShownFailure): Markup {
  const state = room.remotes.find(({ name }) => name === remote)?.state;
  const act = (words: string, name: string) =>
    html`<a class="button go" href="${roomHref(`/act/${name}`, { remote })}">${words}</a>`;
  const back =
    !state || !mayAct(role, [remote])
      ? []
      : [
          ...(state.live === release && state.previous ? [act(`Roll back ${remote}`, 'rollback')] : []),
          ...(state.canary?.id === release ? [act(`End the canary of ${remote}`, 'abort')] : []),
        ];
  const gone =
    state && state.live !== release && state.canary?.id !== release
      ? html`<span>Nobody gets this release any more.</span>`
      : html``;
  const [page = ''] = Object.entries(pages).sort(([, one], [, other]) => other - one)[0] ?? [];
  const open =
    href === null
      ? html``
      : html`<a class="button" href="${href}" target="_blank" rel="noopener">Open <bdi>${page}</bdi> as they saw it</a>`;
  return html`<p class="acts">${back}${open}${gone}</p>`;
}

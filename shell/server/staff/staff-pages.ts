import type { Composition } from 'kit/contracts/composition';
import { type AuditEntry, changesOf, type SwitchEntry, type Verdict } from '../../platform/index.ts';
import { html, type Markup } from '../http/html.ts';
import { minute, renderDocument, renderHeader, renderMessage } from './staff-document.ts';
import { mayRollBack } from './staff-role.ts';
import type { StaffSession } from './staff-session.ts';

/** One remote as the staff page shows it. */
export interface RemoteOverview {
  name: string;
  state: Composition['remotes'][string] | undefined;
  /** The key that its live release counts by. */
  publishedBy: string | null;
  /** The switch that made its release live. */
  switched: SwitchEntry | undefined;
  /** What the guard knows of the live release, and of the canary. */
  verdict: Verdict | undefined;
  canaryVerdict: Verdict | undefined;
}

export interface Overview {
  revision: number;
  remotes: readonly RemoteOverview[];
  /** Newest first. */
  log: readonly AuditEntry[];
  damaged: readonly string[];
}

export function renderOverview(session: StaffSession, overview: Overview, message: string | null): string {
  const alarms = [...overview.damaged, ...alarmsOf(overview)];
  return renderDocument(
    'Releases',
    html`${renderHeader(session, 'Releases')}
<main>${renderMessage(message)}${alarms.map((sentence) => renderMessage(sentence))}
<p>Composition revision ${overview.revision}</p>
<div class="scroll"><table><thead><tr><th>Remote</th><th>Live</th><th>Went live</th><th>Health</th><th>Previous</th><th>Roll back</th></tr></thead>
<tbody>${overview.remotes.map((remote) => renderRemote(remote, renderWayBack(remote, session, overview.revision)))}</tbody></table></div>
<h2>Last changes</h2>
<div class="scroll"><table><thead><tr><th>Revision</th><th>When</th><th>Who</th><th>What</th><th>Why</th></tr></thead>
<tbody>${overview.log.map(renderEntry)}</tbody></table></div></main>`,
  );
}

function alarmsOf({ remotes }: Overview): string[] {
  const verdicts = remotes.flatMap(({ verdict, canaryVerdict }) => [verdict, canaryVerdict]);
  return verdicts.flatMap((verdict) => (verdict?.alarm ? [verdict.alarm.sentence] : []));
}

function renderRemote(overview: RemoteOverview, wayBack: Markup): Markup {
  const { name, state, publishedBy, switched, verdict, canaryVerdict } = overview;
  if (!state) return html`<tr><th scope="row">${name}</th><td colspan="5">No release is live.</td></tr>`;
  const canary = state.canary
    ? html`<small>canary <code>${state.canary.id}</code> for ${state.canary.percent} %</small>`
    : html``;
  const guard = state.guard === 'off' ? html`<small>automatic rollback is off</small>` : html``;
  return html`<tr><th scope="row">${name}</th>
<td data-label="Live"><code>${state.live}</code>${publishedBy === null ? html`` : html`<small>published by the key ${publishedBy}</small>`}${canary}${guard}</td>
<td data-label="Went live">${minute(state.since ?? switched?.at ?? '')}<small>${switched ? `by ${switched.by}${switched.reason ? `: ${switched.reason}` : ''}` : ''}</small>${switched?.key ? html`<small>key ${switched.key}</small>` : html``}</td>
<td data-label="Health">${renderHealth(verdict)}${state.canary ? html`<p>Canary: ${renderHealth(canaryVerdict)}</p>` : html``}</td>
<td data-label="Previous">${state.previous ? html`<code>${state.previous}</code>` : html`none`}</td>
<td data-label="Roll back">${wayBack}</td></tr>`;
}

/** Only what the role may do: the server refuses the rest. */
function renderWayBack({ name, state }: RemoteOverview, { role, csrfToken }: StaffSession, revision: number): Markup {
  if (!state?.previous) return html`nothing to go back to`;
  if (!mayRollBack(role, name)) return html`not yours to roll back`;
  return html`<form class="row" method="post" action="/_ops/rollback"><input type="hidden" name="csrf" value="${csrfToken}">
<input type="hidden" name="remote" value="${name}"><input type="hidden" name="revision" value="${revision}">
<label class="hidden" for="reason-${name}">Why ${name} is rolled back</label>
<input id="reason-${name}" name="reason" placeholder="Reason" maxlength="500" required>
<button>Roll back<span class="hidden"> ${name}</span></button></form>`;
}

function renderEntry(entry: AuditEntry): Markup {
  const { revision, at, by, action, reason } = entry;
  const remote = 'remote' in entry ? entry.remote : '';
  const key = 'key' in entry ? entry.key : null;
  const [first = '', ...more] = changesOf(entry);
  // Switches alone are revisions of the composition; the other logs count for themselves.
  const number = 'subjects' in entry || action === 'budget' ? '' : revision;
  return html`<tr><td data-label="Revision">${number}</td><td data-label="When">${minute(at)}</td><td data-label="Who">${by}${key === null ? html`` : html`<small>key ${key}</small>`}</td>
<td data-label="What">${action} ${remote}<small>${first}</small>${more.map((line) => html`<small>${line}</small>`)}</td><td data-label="Why">${reason}</td></tr>`;
}

function renderHealth(verdict: Verdict | undefined): Markup {
  if (!verdict) return html``;
  const { judgement, health } = verdict;
  const { views, failures, networks, failedNetworks, unknownFailures, ignored } = health;
  const [unknown, whileAway] = [unknownFailures, ignored].map(listReasons);
  const remarks = [
    ...(failures > 0 ? [`${listReasons(health.reasons)}, in ${failedNetworks} of ${networks} networks`] : []),
    ...(judgement.kind === 'waiting' ? [judgement.sentence] : []),
    ...(unknown === '' ? [] : [`not counted: ${unknown} for visitors whose network nobody knows`]),
    ...(whileAway === '' ? [] : [`not counted: ${whileAway} while the API was away`]),
  ];
  const sum = views === 0 ? 'no page views yet' : `${failures} of ${views} page views failed`;
  return html`${sum}${remarks.map((remark) => html`<small>${remark}</small>`)}`;
}

function listReasons(reasons: Readonly<Record<string, number>>): string {
  return Object.entries(reasons)
    .map(([reason, times]) => `${reason} (${times})`)
    .join(', ');
}

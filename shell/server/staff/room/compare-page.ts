import type { Change, ReleaseComparison, ReleasePage } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { minute, renderMessage } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { diffMarkup } from './html-diff.ts';
import type { ListedRelease } from './load-releases.ts';
import type { Room } from './room.ts';
import { remoteHref, roomHref } from './room-address.ts';
import { renderRoomPage } from './room-frame.ts';

export interface ComparePageParts {
  room: Room;
  remote: string;
  one: string;
  other: string;
  /** Of the remote, newest first. */
  releases: readonly ListedRelease[];
  comparison: ReleaseComparison | null;
  /** The page whose HTML is asked for, as both releases render it. */
  page: { path: string; one: ReleasePage | null; other: ReleasePage | null } | null;
  message: string | null;
}

const mostOptions = 100;

/** Two releases of a remote side by side. */
export function renderComparePage(session: StaffSession, parts: ComparePageParts): string {
  const { room, comparison, page, message, remote } = parts;
  const result = comparison
    ? html`${renderSummary(comparison)}${renderRoutes(parts, comparison)}${page ? renderPage(page) : html``}${renderNeeds(comparison)}${renderFiles(comparison)}`
    : html``;
  const body = html`${renderChoice(parts)}${result}${remote === '' ? html`` : html`<p><a href="${remoteHref(remote)}">Back to ${remote}</a></p>`}`;
  return renderRoomPage(session, { title: 'Compare two releases', current: 'Compare', room, message, body });
}

function renderChoice({ room, remote, one, other, releases }: ComparePageParts): Markup {
  const remotes = room.remotes.map(
    ({ name }) => html`<option value="${name}"${name === remote ? html` selected` : html``}>${name}</option>`,
  );
  const select = (name: string, label: string, chosen: string) => {
    const ids = releases.slice(0, mostOptions).map(({ id, is }) => ({ id, is: ` (${is})` }));
    const all = chosen === '' || ids.some(({ id }) => id === chosen) ? ids : [...ids, { id: chosen, is: '' }];
    return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">choose one</option>${all.map(
      ({ id, is }) => html`<option value="${id}"${id === chosen ? html` selected` : html``}>${id}${is}</option>`,
    )}</select></div>`;
  };
  const both = remote === '' ? html`` : html`${select('from', 'One', one)}${select('to', 'The other', other)}`;
  return html`<form class="filter" method="get" action="${roomHref('/compare')}"><div><label for="remote">Remote</label><select id="remote" name="remote"><option value="">choose one</option>${remotes}</select></div>${both}<button class="quiet">${remote === '' ? 'Show its releases' : 'Compare'}</button></form>`;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

function renderSummary({ one, other, budget }: ReleaseComparison): Markup {
  const row = (label: string, read: (side: typeof one) => string) =>
    html`<tr><th scope="row">${label}</th><td data-label="${one.id}">${read(one)}</td><td data-label="${other.id}">${read(other)}</td></tr>`;
  return html`<h2>As a whole</h2><div class="scroll"><table><caption class="hidden">Both releases as a whole</caption><thead><tr><td></td><th scope="col"><code>${one.id}</code></th><th scope="col"><code>${other.id}</code></th></tr></thead><tbody>
${row('Built', ({ builtAt }) => minute(builtAt))}${row('Commit', ({ commit }) => commit ?? 'not known')}${row('Published by the key', ({ publishedBy }) => publishedBy ?? 'none that counts')}
${row('All files', ({ files, bytes }) => `${files}, ${kilobytes(bytes)}`)}
${row(`Registered, of ${kilobytes(budget.registered)}`, ({ weight }) => (weight ? kilobytes(weight.registered) : 'damaged'))}
${row(`Largest page, of ${kilobytes(budget.page)}`, ({ weight }) => (weight ? kilobytes(weight.page) : 'damaged'))}</tbody></table></div>`;
}

const changeWords = {
  added: '+ added',
  removed: '− removed',
  changed: '≠ changed',
  same: '= same',
} as const satisfies Record<Change, string>;

function renderRoutes({ remote, one, other }: ComparePageParts, { routes }: ReleaseComparison): Markup {
  // The shell has none of its own.
  if (routes.length === 0) return html``;
  const rows = routes.map(({ path, change, fields, one: before, other: after }) => {
    const href = `${roomHref('/compare', { remote, from: one, to: other, page: path })}#html`;
    const titles =
      before && after && before.title !== after.title
        ? html`<small><bdi>${before.title}</bdi> → <bdi>${after.title}</bdi></small>`
        : html`<small><bdi>${(after ?? before)?.title ?? ''}</bdi></small>`;
    return html`<tr><th scope="row"><code>${path}</code>${titles}</th><td data-label="Difference">${changeWords[change]}${fields.length > 0 ? html`<small>${fields.join(', ')}</small>` : html``}</td><td><a href="${href}">HTML of ${path} side by side</a></td></tr>`;
  });
  return html`<h2>Pages</h2><div class="scroll"><table><caption class="hidden">Pages of both releases</caption><thead><tr><th scope="col">Page</th><th scope="col">Difference</th><th scope="col">HTML</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function renderNeeds({ needs }: ReleaseComparison): Markup {
  const differing = needs.filter(({ change }) => change !== 'same');
  if (differing.length === 0)
    return html`<h2>Shared modules</h2><p class="empty">Both need the same ${needs.length} of the shell.</p>`;
  const rows = differing.map(
    ({ chunk, module, change, one, other }) =>
      html`<tr><th scope="row">${module}<small>in ${chunk}</small></th><td data-label="Difference">${changeWords[change]}</td><td data-label="One">${one ?? 'none'}</td><td data-label="The other">${other ?? 'none'}</td></tr>`,
  );
  return html`<h2>Shared modules</h2><div class="scroll"><table><caption class="hidden">Shared modules that differ</caption><thead><tr><th scope="col">Module</th><th scope="col">Difference</th><th scope="col">One</th><th scope="col">The other</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function renderFiles({ files }: ReleaseComparison): Markup {
  const differing = files.filter(({ change }) => change !== 'same');
  const same = files.length - differing.length;
  if (differing.length === 0) return html`<h2>Files</h2><p class="empty">All ${files.length} files are the same.</p>`;
  const rows = differing.map(
    ({ path, change, one, other }) =>
      html`<tr><th scope="row"><code>${path}</code></th><td data-label="Difference">${changeWords[change]}</td><td data-label="One">${one === null ? '–' : kilobytes(one)}</td><td data-label="The other">${other === null ? '–' : kilobytes(other)}</td></tr>`,
  );
  return html`<h2>Files</h2><p>${differing.length} differ, ${same} are the same.</p><div class="scroll"><table><caption class="hidden">Files that differ</caption><thead><tr><th scope="col">File</th><th scope="col">Difference</th><th scope="col">One</th><th scope="col">The other</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function renderPage({ path, one, other }: NonNullable<ComparePageParts['page']>): Markup {
  const title = html`<h2 id="html">HTML of <code>${path}</code></h2>`;
  const problems = [one, other].flatMap((side) =>
    side?.problem ? [renderMessage(`${side.path}: ${side.problem}`)] : [],
  );
  if (problems.length > 0) return html`${title}${problems}`;
  const markupOf = (side: ReleasePage | null) => (side ? `${side.head ?? ''}\n${side.html ?? ''}` : '');
  const rows = diffMarkup(markupOf(one), markupOf(other));
  if (rows === null) return html`${title}<p class="empty">The two differ almost everywhere.</p>`;
  if (rows.length === 0) return html`${title}<p class="empty">Both render the same HTML.</p>`;
  const cell = (line: string | null, look: 'del' | 'ins') =>
    line === null
      ? html`<td></td>`
      : html`<td class="${look}">${look === 'del' ? html`<del>− ${line}</del>` : html`<ins>+ ${line}</ins>`}</td>`;
  const shown = rows.map((row) => {
    if (row.one === null && row.other === null) return html`<tr><td colspan="2">…</td></tr>`;
    if (row.isSame) return html`<tr><td>${row.one ?? ''}</td><td>${row.other ?? ''}</td></tr>`;
    return html`<tr>${cell(row.one, 'del')}${cell(row.other, 'ins')}</tr>`;
  });
  const has = (side: ReleasePage | null, words: string) => (side ? html`` : html`<p>${words} has no such page.</p>`);
  return html`${title}${has(one, 'The one')}${has(other, 'The other')}<table class="diff"><caption class="hidden">What differs in the HTML, line by line</caption><tbody>${shown}</tbody></table>`;
}

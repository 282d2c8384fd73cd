import { html, Markup, type Part } from '../http/html.ts';
import { describeRole, officeRoleOf } from './staff-members.ts';
import type { StaffSession } from './staff-session.ts';
import { staffStyle } from './staff-style.ts';

const mayEnterInbox = ({ role }: StaffSession) => officeRoleOf(role) !== null;

const places = [
  { title: 'Inbox', href: '/_ops/inbox', isFor: mayEnterInbox },
  { title: 'Quarantine', href: '/_ops/inbox/quarantine', isFor: mayEnterInbox },
  { title: 'Customer look-up', href: '/_ops/inbox/person', isFor: mayEnterInbox },
  { title: 'Partners', href: '/_ops/inbox/partners', isFor: mayEnterInbox },
  { title: 'Audit log', href: '/_ops/inbox/audit', isFor: ({ role }: StaffSession) => role.kind === 'operate' },
  { title: 'Control room', href: '/_ops', isFor: mayEnterRoom },
];

/** Whether a session may see the control room: every role but `office`. */
export function mayEnterRoom({ role }: Pick<StaffSession, 'role'>): boolean {
  return role.kind !== 'office';
}

export function homeOf({ role }: Pick<StaffSession, 'role'>): string {
  return role.kind === 'office' ? '/_ops/inbox' : '/_ops';
}

interface StaffPageParts {
  title: string;
  place?: string;
  heading?: Part;
  message?: string | null;
  body: Part;
}

/** A page for somebody who is logged in: the bar, the heading, a message about a fault, and the page itself. */
export function renderStaffPage(
  session: StaffSession,
  { title, place = title, heading = title, message = null, body }: StaffPageParts,
): string {
  const { name, role } = session;
  const links = places
    .filter((each) => each.isFor(session))
    .map(({ title: words, href }) => ({ words, href, isCurrent: words === place }));
  const logOut = (path: string, words: string) =>
    renderForm(session, { action: `/_ops/${path}`, body: html`<button>${words}</button>` });
  const bar = html`${renderNav('Staff', links)}<div class="row"><p>${place === 'Control room' || role.kind === 'read' ? `${name} ${describeRole(role)}` : name}</p>
${logOut('logout', `Log out ${name}`)}
${logOut('logout-everywhere', 'Log out everywhere')}</div>`;
  return renderDocument({ title, bar, heading, message, body });
}

/** A list of links. The current one is a page, or a choice among values. */
export function renderNav(
  label: string,
  links: readonly { words: Part; href: string; isCurrent: boolean }[],
  { look = '', current = 'page' }: { look?: string; current?: 'page' | 'true' } = {},
): Markup {
  const items = links.map(
    ({ words, href, isCurrent }) =>
      html`<li><a href="${href}"${isCurrent && html` aria-current="${current}"`}>${words}</a></li>`,
  );
  return html`<nav${look !== '' && html` class="${look}"`} aria-label="${label}"><ul>${items}</ul></nav>`;
}

interface FormParts {
  action: string;
  look?: string;
  /** The hidden fields, beside the CSRF token. */
  hidden?: Iterable<readonly [name: string, value: string | number]>;
  body: Part;
}

/** A form that only this session can send. */
export function renderForm({ csrfToken }: StaffSession, { action, look = '', hidden = [], body }: FormParts): Markup {
  const fields = [['csrf', csrfToken] as const, ...hidden].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form${look !== '' && html` class="${look}"`} method="post" action="${action}">${fields}${body}</form>`;
}

interface SelectParts {
  name: string;
  id?: string;
  label: Part;
  options: readonly (readonly [value: string, words: string])[];
  chosen: string;
}

export function renderSelect({ name, id = name, label, options, chosen }: SelectParts): Markup {
  const listed = options.map(
    ([value, words]) => html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  );
  return html`<div><label for="${id}">${label}</label><select id="${id}" name="${name}">${listed}</select></div>`;
}

/** One page of a list, from 1, and the links to the pages before and after it. */
export function paginate<Item>(
  items: readonly Item[],
  { page, size, href }: { page: number; size: number; href: (page: number | null) => string },
): { shown: Item[]; pager: Markup } {
  const pages = Math.ceil(items.length / size);
  const newer = page > 1 && html`<a class="button" rel="prev" href="${href(page === 2 ? null : page - 1)}">Newer</a>`;
  const older = page < pages && html`<a class="button" rel="next" href="${href(page + 1)}">Older</a>`;
  return { shown: items.slice((page - 1) * size, page * size), pager: html`<p class="row">${newer}${older}</p>` };
}

export function renderDone(done: Part): Part {
  return done !== null && html`<p class="done" role="status">${done}</p>`;
}

export function renderMessage(message: string | null): Part {
  return message !== null && html`<p class="message" role="alert">${message}</p>`;
}

/** The page of a refusal, with the text that was typed and could not be saved, so that it can be copied. */
export function renderRefused(session: StaffSession, message: string, typed = ''): string {
  return renderStaffPage(session, { title: 'Inbox', message, body: renderTyped(typed) });
}

function renderTyped(typed: string): Part {
  return (
    typed !== '' &&
    html`<p><label for="typed">What you had typed was not saved. Copy it from here:</label>
<textarea id="typed" rows="8" readonly dir="auto">
${typed}</textarea></p>`
  );
}

interface LoginPageParts {
  message: string | null;
  next: string;
  typed: string;
  /** The host of the OpenID provider; null for none. */
  provider: string | null;
  takesTokens: boolean;
}

/** The login page: a link to the OpenID provider, a form for a token, or both. */
export function renderLogin({ message, next, typed, provider, takesTokens }: LoginPageParts): string {
  const start = `/_ops/login/start${next === '' ? '' : `?${new URLSearchParams({ next })}`}`;
  const account =
    provider !== null &&
    html`<p class="acts"><a class="button go" href="${start}">Log in with your account</a></p><p class="facts">You give your password to ${provider}, never to this site.</p>`;
  const token = html`<form method="post" action="/_ops/login"><input type="hidden" name="next" value="${next}">
<label for="token">Your token</label>
<div class="row"><input id="token" name="token" type="password" autocomplete="current-password" required${provider === null && html` autofocus`}>
<button${provider !== null && html` class="quiet"`}>Log in</button></div></form>`;
  const other = provider === null ? token : html`<h2>With a token</h2>${token}`;
  return renderDocument({ heading: 'Log in', message, body: [account, takesTokens && other, renderTyped(typed)] });
}

/** The page after a sign-in at the OpenID provider. It opens the next one by itself. */
export function renderSignedIn(name: string, href: string): string {
  const head = html`<meta http-equiv="refresh" content="0; url=${href}">`;
  const body = html`<p>You are logged in as <bdi>${name}</bdi>.</p><p><a class="button" href="${href}">Continue</a></p>`;
  return renderDocument({ heading: 'Logged in', body, head });
}

/** The frame of every page. Without a session, the bar and the title say only whose pages these are. */
function renderDocument({
  title = 'Staff',
  bar = html`<p><strong>Staff</strong></p>`,
  heading,
  message = null,
  body,
  head = null,
}: Partial<StaffPageParts> & { bar?: Markup; head?: Part }): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:,">${head}<style>${new Markup(staffStyle)}</style></head><body><header>${bar}</header>
<div class="title"><h1>${heading}</h1></div><main>${renderMessage(message)}${body}</main></body></html>`.text;
}

/** A moment, ISO 8601, in UTC. The script of the control room shows it in the time zone of the reader. */
export function renderTime(iso: string): Markup {
  return html`<time datetime="${iso}">${minute(iso)}</time>`;
}

export function minute(iso: string): string {
  return iso ? `${iso.slice(0, 16).replace('T', ' ')} UTC` : '';
}

/**
 * The one script of the control room, which the content security policy allows by its hash. It shows times in the time
 * zone of the reader. It reloads the overview by a navigation, because scripts may not read staff pages. It waits
 * while the keyboard is used in the page, text is selected, or another tab is visible.
 */
export const roomScript = `
{
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    const year = at.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' };
    const parts = { ...year, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' };
    if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleString([], parts);
  }
  const refreshed = document.querySelector('[data-refresh]');
  if (refreshed) setInterval(() => {
    const { activeElement, body, hidden } = document;
    const isUsed = (activeElement && activeElement !== body) || !getSelection().isCollapsed;
    if (!hidden && !isUsed && navigator.onLine) location.reload();
  }, 1000 * refreshed.dataset.refresh);
}
`;

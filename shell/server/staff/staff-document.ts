import { html, type Markup } from '../http/html.ts';
import { describeRole, officeRoleOf } from './staff-members.ts';
import type { StaffSession } from './staff-session.ts';
import { staffStyle } from './staff-style.ts';

interface StaffPlace {
  title: string;
  href: string;
  isFor: (session: StaffSession) => boolean;
}

const mayEnterInbox = ({ role }: StaffSession) => officeRoleOf(role) !== null;

const places: readonly StaffPlace[] = [
  { title: 'Inbox', href: '/_ops/inbox', isFor: mayEnterInbox },
  { title: 'Quarantine', href: '/_ops/inbox/quarantine', isFor: mayEnterInbox },
  { title: 'Customer look-up', href: '/_ops/inbox/person', isFor: mayEnterInbox },
  { title: 'Partners', href: '/_ops/inbox/partners', isFor: mayEnterInbox },
  { title: 'Audit log', href: '/_ops/inbox/audit', isFor: ({ role }) => role.kind === 'operate' },
  { title: 'Control room', href: '/_ops', isFor: mayEnterRoom },
];

/** Whether a session may see the control room: every role but `office`. */
export function mayEnterRoom({ role }: Pick<StaffSession, 'role'>): boolean {
  return role.kind !== 'office';
}

/** Gives the first page after a login. */
export function homeOf({ role }: Pick<StaffSession, 'role'>): string {
  return role.kind === 'office' ? '/_ops/inbox' : '/_ops';
}

export function renderCsrf({ csrfToken }: StaffSession): Markup {
  return html`<input type="hidden" name="csrf" value="${csrfToken}">`;
}

/** The bar of every page. `current` is the title of its place, `title` the heading of the page. */
export function renderHeader(session: StaffSession, current: string, title: string | Markup = current): Markup {
  const { name, role } = session;
  const links = places
    .filter((place) => place.isFor(session))
    .map(({ title: words, href }) =>
      words === current
        ? html`<li><a href="${href}" aria-current="page">${words}</a></li>`
        : html`<li><a href="${href}">${words}</a></li>`,
    );
  return html`<header><nav aria-label="Staff"><ul>${links}</ul></nav><div class="row"><p>${current === 'Control room' || role.kind === 'read' ? `${name} ${describeRole(role)}` : name}</p>
<form method="post" action="/_ops/logout">${renderCsrf(session)}<button>Log out ${name}</button></form>
<form method="post" action="/_ops/logout-everywhere">${renderCsrf(session)}<button>Log out everywhere</button></form></div></header>
<div class="title"><h1>${title}</h1></div>`;
}

/** A message about a fault. */
export function renderMessage(message: string | null): Markup {
  return message === null ? html`` : html`<p class="message" role="alert">${message}</p>`;
}

/** Text that could not be saved is shown again, so that it can be copied. */
export function renderTyped(typed: string): Markup {
  return typed === ''
    ? html``
    : html`<p><label for="typed">What you had typed was not saved. Copy it from here:</label>
<textarea id="typed" rows="8" readonly dir="auto">
${typed}</textarea></p>`;
}

interface LoginPageParts {
  /** The page that was asked for. */
  next?: string;
  typed?: string;
  /** The host of the OpenID provider; null for none. */
  provider?: string | null;
  takesTokens?: boolean;
}

/** The login page: a link to the OpenID provider, a form for a token, or both. */
export function renderLogin(
  message: string | null,
  { next = '', typed = '', provider = null, takesTokens = true }: LoginPageParts = {},
): string {
  const start = `/_ops/login/start${next === '' ? '' : `?${new URLSearchParams({ next })}`}`;
  const account =
    provider === null
      ? html``
      : html`<p class="acts"><a class="button go" href="${start}">Log in with your account</a></p><p class="facts">You give your password to ${provider}, never to this site.</p>`;
  const token = html`<form method="post" action="/_ops/login"><input type="hidden" name="next" value="${next}">
<label for="token">Your token</label>
<div class="row"><input id="token" name="token" type="password" autocomplete="current-password" required${provider === null ? html` autofocus` : html``}>
<button${provider === null ? html`` : html` class="quiet"`}>Log in</button></div></form>`;
  const other = provider === null ? token : html`<h2>With a token</h2>${token}`;
  return renderDocument(
    'Staff',
    html`<header><p><strong>Staff</strong></p></header><div class="title"><h1>Log in</h1></div><main>${renderMessage(message)}
${account}${takesTokens ? other : html``}${renderTyped(typed)}</main>`,
  );
}

/** The page after a sign-in at the OpenID provider. It opens the next one by itself. */
export function renderSignedIn(name: string, href: string): string {
  const head = html`<meta http-equiv="refresh" content="0; url=${href}">`;
  const body = html`<header><p><strong>Staff</strong></p></header><div class="title"><h1>Logged in</h1></div><main><p>You are logged in as <bdi>${name}</bdi>.</p><p><a class="button" href="${href}">Continue</a></p></main>`;
  return renderDocument('Staff', body, head);
}

export function renderDocument(title: string, body: Markup, more: Markup = html``): string {
  const head = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:,">${more}`;
  return `${head.text}<style>${staffStyle}</style></head><body>${body.text}</body></html>`;
}

/** A moment, ISO 8601, in UTC. The script of the control room shows it in the time zone of the reader. */
export function renderTime(iso: string): Markup {
  return html`<time datetime="${iso}">${minute(iso)}</time>`;
}

export function minute(iso: string): string {
  return iso ? `${iso.slice(0, 16).replace('T', ' ')} UTC` : '';
}

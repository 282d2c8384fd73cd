import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Button, ButtonLink, Message, Nav, PostForm, SessionContext, TextField, useSession } from './parts.tsx';
import staffStyle from './staff.css';
import { describeRole, mayEnterRoom, officeRoleOf, type StaffMember } from './staff-members.ts';
import type { StaffSession } from './staff-session.ts';

export function renderPage(session: StaffSession | null, page: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(<SessionContext value={session}>{page}</SessionContext>)}`;
}

const mayEnterInbox = ({ role }: StaffMember) => officeRoleOf(role) !== null;

const places = [
  { words: 'Inbox', href: '/_ops/inbox', isFor: mayEnterInbox },
  { words: 'Quarantine', href: '/_ops/inbox/quarantine', isFor: mayEnterInbox },
  { words: 'Customer look-up', href: '/_ops/inbox/person', isFor: mayEnterInbox },
  { words: 'Partners', href: '/_ops/inbox/partners', isFor: mayEnterInbox },
  { words: 'Audit log', href: '/_ops/inbox/audit', isFor: ({ role }: StaffMember) => role.kind === 'operate' },
  { words: 'Control room', href: '/_ops', isFor: mayEnterRoom },
];

interface StaffPageProps {
  title: string;
  place?: string;
  heading?: ReactNode;
  message?: string | null;
  /** How many forms wait in the quarantine, where it is known. */
  quarantined?: string | undefined;
  /** The tabs of the pages that belong together. */
  tabs?: ReactNode;
  children: ReactNode;
}

export function StaffPage({
  title,
  place = title,
  heading = title,
  message = null,
  quarantined,
  tabs,
  children,
}: StaffPageProps) {
  const session = useSession();
  const { name, role } = session;
  const links = places
    .filter((each) => each.isFor(session))
    .map(({ words, href }) => ({
      words: words === 'Quarantine' && quarantined ? `${words} (${quarantined})` : words,
      ...{ href, isCurrent: words === place },
    }));
  const bar = (
    <>
      <Nav label="Staff" links={links} />
      <div className="row">
        <p>{place === 'Control room' || role.kind === 'read' ? `${name} ${describeRole(role)}` : name}</p>
        <PostForm action="/_ops/logout">
          <Button>Log out {name}</Button>
        </PostForm>
        <PostForm action="/_ops/logout-everywhere">
          <Button>Log out everywhere</Button>
        </PostForm>
      </div>
    </>
  );
  return (
    <Document title={title} bar={bar} heading={heading} tabs={tabs}>
      <Message>{message}</Message>
      {children}
    </Document>
  );
}

/** The page of a refusal, with the text that was typed and could not be saved, so that it can be copied. */
export function RefusedPage({ message, typed }: { message: string; typed: string }) {
  return (
    <StaffPage title="Inbox" message={message}>
      <Typed text={typed} />
    </StaffPage>
  );
}

function Typed({ text }: { text: string }) {
  return (
    text !== '' && (
      <p>
        <TextField
          name="typed"
          label="What you had typed was not saved. Copy it from here:"
          rows={8}
          defaultValue={text}
          readOnly
        />
      </p>
    )
  );
}

interface LoginPageProps {
  message: string | null;
  next: string;
  typed: string;
  provider: string | null;
  takesTokens: boolean;
}

/** The login page: a link to the OpenID provider, a form for a token, or both. */
export function LoginPage({ message, next, typed, provider, takesTokens }: LoginPageProps) {
  const start = `/_ops/login/start${next === '' ? '' : `?${new URLSearchParams({ next })}`}`;
  return (
    <Document heading="Log in">
      <Message>{message}</Message>
      {provider !== null && (
        <>
          <p className="row">
            <ButtonLink isMain href={start}>
              Log in with your account
            </ButtonLink>
          </p>
          <p>You give your password to {provider}, never to this site.</p>
        </>
      )}
      {takesTokens && (
        <>
          {provider !== null && <h2>With a token</h2>}
          <form method="post" action="/_ops/login">
            <input type="hidden" name="next" value={next} />
            <label htmlFor="token">Your token</label>
            <div className="row">
              <input
                id="token"
                name="token"
                type="password"
                autoComplete="current-password"
                required
                // biome-ignore lint/a11y/noAutofocus: the page has nothing else to fill in
                autoFocus={provider === null}
              />
              <Button look={provider === null ? undefined : 'quiet'}>Log in</Button>
            </div>
          </form>
        </>
      )}
      <Typed text={typed} />
    </Document>
  );
}

export function SignedInPage({ name, href }: { name: string; href: string }) {
  return (
    <Document heading="Logged in" head={<meta httpEquiv="refresh" content={`0; url=${href}`} />}>
      <p>
        You are logged in as <bdi>{name}</bdi>.
      </p>
      <p>
        <ButtonLink href={href}>Continue</ButtonLink>
      </p>
    </Document>
  );
}

interface DocumentProps {
  title?: string;
  bar?: ReactNode;
  head?: ReactNode;
  heading: ReactNode;
  tabs?: ReactNode;
  children: ReactNode;
}

/** The frame of every page. Without a session, the bar and the title say only whose pages these are. */
function Document({ title = 'Staff', bar, head, heading, tabs, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" href="data:," />
        {head}
        <style>{staffStyle}</style>
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header>
          {bar ?? (
            <p>
              <strong>Staff</strong>
            </p>
          )}
        </header>
        <div className="title">
          <h1>{heading}</h1>
          {tabs}
        </div>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}

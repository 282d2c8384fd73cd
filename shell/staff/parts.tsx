import { type ComponentProps, createContext, Fragment, type ReactNode, useContext } from 'react';
import type { StaffSession } from './staff-session.ts';

/** The session of the person who gets a page. Its components read the role and the CSRF token here. */
export const SessionContext = createContext<StaffSession | null>(null);

export function useSession(): StaffSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This part of a staff page needs a session.');
  return session;
}

interface NavProps {
  label: string;
  links: readonly { words: ReactNode; href: string; isCurrent: boolean }[];
  look?: string;
  current?: 'page' | 'true';
}

/** A list of links. The current one is a page, or a choice among values. */
export function Nav({ label, links, look, current = 'page' }: NavProps) {
  return (
    <nav className={look} aria-label={label}>
      <ul>
        {links.map(({ words, href, isCurrent }) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent ? current : undefined}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A link that looks like a button; `isMain` for the one that a page is about. */
export function ButtonLink({ isMain = false, ...link }: ComponentProps<'a'> & { isMain?: boolean }) {
  return <a className={isMain ? 'button go' : 'button'} {...link} />;
}

export function Button({ look, ...button }: ComponentProps<'button'> & { look?: string | undefined }) {
  return <button type="submit" className={look} {...button} />;
}

type Hidden = Iterable<readonly [name: string, value: string | number]>;

export function HiddenFields({ fields }: { fields: Hidden }) {
  return [...fields].map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}

interface PostFormProps {
  action: string;
  look?: string;
  hidden?: Hidden;
  children: ReactNode;
}

/** A form that only this session can send. */
export function PostForm({ action, look, hidden = [], children }: PostFormProps) {
  const { csrfToken } = useSession();
  return (
    <form className={look} method="post" action={action}>
      <HiddenFields fields={[['csrf', csrfToken], ...hidden]} />
      {children}
    </form>
  );
}

/** A value with the words for it; a text alone is both. */
export type Options = readonly (string | readonly [value: string, words: string])[];

interface SelectProps {
  name: string;
  id?: string;
  label: ReactNode;
  options: Options;
  chosen: string;
}

export function Select({ name, id = name, label, options, chosen }: SelectProps) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={chosen}>
        {options
          .map((option) => (typeof option === 'string' ? ([option, option] as const) : option))
          .map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
      </select>
    </div>
  );
}

/** A check box with its label beside it. */
export function Check({ children, ...box }: ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...box} /> {children}
    </label>
  );
}

/** A field of one line, with its label above it and a note below. */
export function LineField({ name, label, children, ...field }: ComponentProps<'input'> & { label: string }) {
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} {...field} />
      {children}
    </div>
  );
}

interface TextFieldProps extends ComponentProps<'textarea'> {
  name: string;
  label: ReactNode;
  /** Whether it was sent empty. */
  isMissing?: boolean;
}

/** Text of several lines, with its label above it. A browser shows that it is required once somebody has left it empty. */
export function TextField({ name, label, isMissing, ...field }: TextFieldProps) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <textarea id={name} name={name} {...field} aria-invalid={isMissing || undefined} dir="auto" />
      {field.required && <small className="wrong">Required.</small>}
    </>
  );
}

interface TableProps {
  heads: readonly ReactNode[];
  caption?: string;
  look?: string;
  children: ReactNode;
}

export function Table({ heads, caption, look, children }: TableProps) {
  return (
    <table className={look}>
      {caption !== undefined && <caption className="hidden">{caption}</caption>}
      <thead>
        <tr>
          {heads.map((words, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the heads of a table never change places
            <th key={index} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface FactProps {
  term: ReactNode;
  at?: string | number;
  children?: ReactNode;
}

/** A term of a description list, with what is known about it, or its time. */
export function Fact({ term, at, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd dir="auto">{at === undefined ? children : <Time iso={at} />}</dd>
    </div>
  );
}

export function Items({ look, children }: { look?: string; children: readonly ReactNode[] }) {
  return (
    <ol className={look}>
      {children.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is rendered once
        <li key={index}>{item}</li>
      ))}
    </ol>
  );
}

/** Parts in one line, with the same text between any two of them. */
export function Joined({ parts, by = ', ' }: { parts: readonly ReactNode[]; by?: string }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is rendered once
    <Fragment key={index}>
      {index > 0 && by}
      {part}
    </Fragment>
  ));
}

/** What a person or a program wrote, behind a colon or other words; nothing where there is nothing. */
export function Words({ text, after = ': ' }: { text: string | undefined; after?: string }) {
  if (!text) return null;
  return (
    <>
      {after}
      <bdi>{text}</bdi>
    </>
  );
}

/** A line of text that a person or a program wrote; nothing where there is none. */
export function Line({ text }: { text: string }) {
  return (
    text !== '' && (
      <p>
        <bdi>{text}</bdi>
      </p>
    )
  );
}

/** The links from one page of a list to those before and after it. Pages count from 1. */
export function Pager({ page, pages, href }: { page: number; pages: number; href: (page: number | null) => string }) {
  return (
    <p className="row">
      {page > 1 && (
        <ButtonLink rel="prev" href={href(page === 2 ? null : page - 1)}>
          Newer
        </ButtonLink>
      )}
      {page < pages && (
        <ButtonLink rel="next" href={href(page + 1)}>
          Older
        </ButtonLink>
      )}
    </p>
  );
}

/** Stands where a list has nothing. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

export function Done({ children }: { children: ReactNode }) {
  return (
    children !== null && (
      <p className="done" role="status">
        {children}
      </p>
    )
  );
}

export function Message({ children }: { children: string | null }) {
  return (
    children !== null && (
      <p className="message" role="alert">
        {children}
      </p>
    )
  );
}

/** A moment, ISO 8601, in UTC. The script of the control room shows it in the time zone of the reader. */
export function Time({ iso }: { iso: string | number }) {
  const moment = typeof iso === 'number' ? new Date(iso).toISOString() : iso;
  return <time dateTime={moment}>{minute(moment)}</time>;
}

/** A moment behind some words; nothing where there is none. */
export function At({ words, iso }: { words: string; iso: string | null | undefined }) {
  if (!iso) return null;
  return (
    <>
      {words}
      <Time iso={iso} />
    </>
  );
}

/** `1 form`, `1,300 forms`. */
export function countOf(number: number, one = 'form'): string {
  return `${number.toLocaleString('en-GB')} ${one}${number === 1 ? '' : 's'}`;
}

export function minute(iso: string): string {
  return iso ? `${iso.slice(0, 16).replace('T', ' ')} UTC` : '';
}

import type { ComponentProps, CSSProperties, MouseEvent, ReactNode } from 'react';
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router';

// React Router's own links bring its forms, its loaders and what asks for routes ahead: 3 kB of every first page, and a mark on
// each link. What a page of this site does with a link is here, on React Router's own hooks.

/** How a link navigates, in React Router's words. */
interface LinkOptions {
  /** Takes the place of this address in the history; a link to where the visitor is already does so by itself. */
  replace?: boolean | undefined;
  /** Kept with the entry of the history. */
  state?: unknown;
  /** The window stays where it is scrolled to. */
  preventScrollReset?: boolean | undefined;
  /** What `..` means: a route up, or a part of the path. */
  relative?: 'route' | 'path';
}

interface ClickOptions extends LinkOptions {
  target?: string | undefined;
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, LinkOptions {
  /** A path of this site, absolute or relative to the route; also a whole address, which is left to the browser. */
  to: To;
  /** Loads a document instead. */
  reloadDocument?: boolean | undefined;
}

interface LinkState {
  isActive: boolean;
}

export interface NavLinkProps extends Omit<LinkProps, 'className' | 'style' | 'children'> {
  /** Active on this very path alone, not below it. */
  end?: boolean | undefined;
  caseSensitive?: boolean | undefined;
  className?: string | ((state: LinkState) => string | undefined) | undefined;
  style?: CSSProperties | ((state: LinkState) => CSSProperties | undefined) | undefined;
  children?: ReactNode | ((state: LinkState) => ReactNode);
}

/** `https:`, `mailto:`, `//host`: not ours to navigate. */
const wholeAddress = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** A link within the site: another page without another document. */
export function Link({
  to,
  onClick,
  replace,
  state,
  preventScrollReset,
  relative = 'route',
  reloadDocument,
  target,
  ...rest
}: LinkProps) {
  const elsewhere = typeof to === 'string' && wholeAddress.test(to) ? to : null;
  const own = elsewhere === null ? to : '';
  const href = useHref(own, { relative });
  const navigate = useLinkClickHandler(own, { replace, state, preventScrollReset, relative, target });
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (elsewhere === null && !event.defaultPrevented && !reloadDocument) navigate(event);
  };
  return <a {...rest} href={elsewhere ?? href} target={target} onClick={handleClick} />;
}

/** A {@link Link} that says whether it leads to the page that is shown (`aria-current`). */
export function NavLink({ end, caseSensitive, className, style, children, ...rest }: NavLinkProps) {
  const { relative = 'route', to } = rest;
  const { pathname } = useLocation();
  const target = useResolvedPath(to, { relative }).pathname;
  const isActive = isWithin(caseSensitive ? [pathname, target] : [pathname.toLowerCase(), target.toLowerCase()], end);
  const state = { isActive };
  const given = typeof className === 'function' ? className(state) : [className, isActive && 'active'];
  return (
    <Link
      {...rest}
      aria-current={isActive ? (rest['aria-current'] ?? 'page') : undefined}
      className={[given].flat().filter(Boolean).join(' ') || undefined}
      style={typeof style === 'function' ? style(state) : style}
    >
      {typeof children === 'function' ? children(state) : children}
    </Link>
  );
}

/** Whether a page is the target of a link or, unless that ends there, below it. */
function isWithin([pathname, target]: readonly [string, string], end = false): boolean {
  if (pathname === target) return true;
  // Below `/` is every page, which says nothing.
  const last = target !== '/' && target.endsWith('/') ? target.length - 1 : target.length;
  return !end && pathname.startsWith(target) && pathname[last] === '/';
}

/** Navigates at a plain click, and leaves every other one to the browser: new tabs, downloads of a modified click, other frames. */
export function useLinkClickHandler<Target extends Element = HTMLAnchorElement>(
  to: To,
  { target, replace, state, preventScrollReset = false, relative = 'route' }: ClickOptions = {},
): (event: MouseEvent<Target>) => void {
  const navigate = useNavigate();
  const location = useLocation();
  const path = useResolvedPath(to, { relative });
  return (event) => {
    const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.button !== 0 || isModified || (target && target !== '_self')) return;
    event.preventDefault();
    const isHere = createPath(location) === createPath(path);
    void navigate(to, { replace: replace ?? isHere, state, preventScrollReset, relative });
  };
}

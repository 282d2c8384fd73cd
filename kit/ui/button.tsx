import { chakra } from '@chakra-ui/react';
import { type ComponentProps, forwardRef, type MouseEvent, type ReactNode } from 'react';
import { Link, type LinkProps, NavLink, useLinkClickHandler } from 'react-router';
import { buttonRecipe } from '../theme/recipes/button.ts';
import { linkRecipe } from '../theme/recipes/text.ts';

const StyledButton = chakra('button', buttonRecipe);
const StyledButtonLink = chakra('a', buttonRecipe);
const StyledTextLink = chakra('a', linkRecipe);

/**
 * Firefox restores on reload whether a button was disabled, as if it were something typed: over an empty field, or after
 * a reload in the middle of sending, it would then stay as React believes it not to be. This attribute turns that off.
 */
const notRestored = { autoComplete: 'off' };

/** A native button of type `button` unless said otherwise. */
export const Button = forwardRef<HTMLButtonElement, ComponentProps<typeof StyledButton>>(function Button(props, ref) {
  return <StyledButton ref={ref} type="button" {...('disabled' in props && notRestored)} {...props} />;
});

/** Either a route of this site or an anchor of the page (`to`), or an address outside of it (`href`: https, mailto, tel). */
type Target =
  | { to: LinkProps['to']; href?: never; newTab?: never }
  | { to?: never; href: string; newTab?: boolean | undefined };

type Rest<Component extends typeof StyledButtonLink | typeof StyledTextLink> = Omit<
  ComponentProps<Component>,
  'href' | 'target' | 'rel' | 'asChild' | 'as'
>;

/** A link that looks like a button. */
export function ButtonLink({ to, href, newTab, children, ...rest }: Target & Rest<typeof StyledButtonLink>) {
  return (
    <StyledButtonLink asChild {...rest}>
      {linkTo({ to, href, newTab } as Target /* taken apart above, put together again */, children)}
    </StyledButtonLink>
  );
}

/** A link in text; `variant="onward"` stands alone with an arrow, `"plain"` is for lists of links. */
export function TextLink({ to, href, newTab, children, ...rest }: Target & Rest<typeof StyledTextLink>) {
  const content = rest.variant === 'onward' ? withArrow(children) : children;
  return (
    <StyledTextLink asChild {...rest}>
      {linkTo({ to, href, newTab } as Target /* taken apart above, put together again */, content)}
    </StyledTextLink>
  );
}

/**
 * A link whose page comes by a view transition, as React Router has it. Meanwhile, and on the way back, the link has the class
 * `transitioning`: a picture beside it may then take the `view-transition-name` that the picture of its page has.
 */
export function SceneLink({ to, children, ...rest }: { to: LinkProps['to'] } & Rest<typeof StyledTextLink>) {
  return (
    <StyledTextLink asChild variant="onward" {...rest}>
      <NavLink to={to} discover="none" viewTransition onClick={followOnce}>
        {withArrow(children)}
      </NavLink>
    </StyledTextLink>
  );
}

/** A second navigation right after the first one would keep React Router's transition waiting. */
function followOnce(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}

function linkTo({ to, href, newTab }: Target, children: ReactNode) {
  if (typeof to === 'string' && to.startsWith('#')) return <AnchorLink hash={to}>{children}</AnchorLink>;
  if (to !== undefined)
    return (
      <Link to={to} discover="none">
        {children}
      </Link>
    );
  if (!newTab) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title="Opens in a new tab">
      {children}
    </a>
  );
}

/** An anchor of this page, whose address stays the bare `#id`; the router is told, or it would undo the scrolling. */
function AnchorLink({ hash, ...rest }: { hash: string; children: ReactNode }) {
  const handleClick = useLinkClickHandler<HTMLAnchorElement>(hash);
  return <a {...rest} href={hash} onClick={handleClick} />;
}

function withArrow(children: ReactNode) {
  return (
    <>
      {children}
      <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor">
        <path d="M4 12h15m-6-6 6 6-6 6" strokeWidth="1.8" />
      </svg>
    </>
  );
}

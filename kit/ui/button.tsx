import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';
import { type ComponentProps, forwardRef, type MouseEvent, type ReactNode } from 'react';
import { Link, type LinkProps, NavLink, useLinkClickHandler } from 'react-router';

const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    paddingBlock: '2',
    borderRadius: 'sm',
    border: '1px solid transparent',
    fontFamily: 'heading',
    fontWeight: '600',
    lineHeight: '1.2',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    transition: 'background-color 150ms ease-out, border-color 150ms ease-out, color 150ms ease-out',
    '&:disabled, &[aria-disabled=true]': { color: 'muted', borderColor: 'line', cursor: 'not-allowed' },
    '&:active:not(:disabled)': { translate: '0 1px' },
    '@media (forced-colors: active)': { borderColor: 'ButtonText' },
  },
  variants: {
    variant: {
      solid: {
        background: 'action',
        color: 'onAction',
        '&:disabled, &[aria-disabled=true]': { background: 'line' },
        '&:hover:not(:disabled, [aria-disabled=true])': { background: 'actionHover' },
      },
      outline: {
        borderColor: 'control',
        color: 'fg',
        '&:hover:not(:disabled)': { borderColor: 'fg', background: 'surface' },
      },
      quiet: {
        color: 'link',
        '&:hover:not(:disabled)': { background: 'color-mix(in srgb, currentColor 8%, transparent)' },
      },
    },
    size: {
      sm: { minHeight: '2.75rem', paddingInline: '4', fontSize: 'sm' },
      md: { minHeight: 'control', paddingInline: 'min({spacing.6}, 5vw)', fontSize: 'md' },
      lg: { minHeight: '3.5rem', paddingInline: 'min({spacing.6}, 6vw)', fontSize: 'lg' },
    },
    wide: { true: { width: '100%' } },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});

const StyledButton = chakra('button', buttonRecipe);
const StyledButtonLink = chakra('a', buttonRecipe);
const StyledTextLink = chakra('a', {
  base: {
    color: 'link',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.2em',
    borderRadius: 'sm',
    transition: 'text-decoration-thickness 150ms ease-out',
    '&:hover': { textDecorationThickness: '2px' },
  },
  variants: {
    variant: {
      inline: {},
      /** For a link on its own line at the end of a block: a tap target of 44 px with an arrow. */
      onward: {
        display: 'inline-flex',
        alignItems: 'center',
        gap: '2',
        minHeight: '2.75rem',
        fontWeight: '600',
        textDecoration: 'none',
        '&:hover': { textDecoration: 'underline' },
        '& svg': { transition: 'translate 150ms ease-out' },
        '&:hover svg': { translate: '3px 0' },
      },
      plain: { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
    },
  },
  defaultVariants: { variant: 'inline' },
});

/**
 * On reload Firefox restores whether a button was disabled, like the value of a field. The button would then differ from
 * React's state, for example after a reload during sending. This attribute turns that off.
 */
const notRestored = { autoComplete: 'off' };

/** A native button; its default type is `button`. */
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

/** A link in text. `variant="onward"` is for a link on its own line, with an arrow; `"plain"` is for lists of links. */
export function TextLink({ to, href, newTab, children, ...rest }: Target & Rest<typeof StyledTextLink>) {
  const content = rest.variant === 'onward' ? withArrow(children) : children;
  return (
    <StyledTextLink asChild {...rest}>
      {linkTo({ to, href, newTab } as Target /* taken apart above, put together again */, content)}
    </StyledTextLink>
  );
}

/**
 * A link with one of React Router's view transitions. During the transition, in both directions, the link has the class
 * `transitioning`, so that a picture next to it can use the `view-transition-name` of the target page's picture.
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

/** Ignores a double click, because a second navigation would delay React Router's view transition. */
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

/** An anchor of this page with a plain `#id` as URL. The click goes through the router, which would otherwise undo the scrolling. */
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

import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, chakra } from 'kit/ui';
import { Link, NavLink } from 'react-router';
import { BrandMark } from './brand-mark.tsx';
import { desktopNavigation, mobileNavigation, type NavigationItem } from './navigation.ts';

/**
 * Wide enough for the whole header on one line. A container query in the header's own text size also switches to the menu
 * for larger text.
 */
const wide = '@container (min-width: 63rem)';

/** Wide enough for phone number and consultation beside the menu. On narrower windows the call bar has both. */
const middle = '@container (min-width: 43rem)';

/** The menu for phones is a popover in the top layer, placed below the header. */
const Root = chakra('header', {
  base: {
    position: 'fixed',
    containerType: 'inline-size',
    insetInline: '0',
    top: '0',
    zIndex: 'header',
    height: 'var(--header-height)',
    backgroundColor: 'bg',
    borderBottom: '1px solid',
    borderColor: 'line',
    '& [data-part=inner]': {
      height: '100%',
      maxWidth: 'page',
      marginInline: 'auto',
      paddingInline: { base: '5', md: '8' },
      display: 'flex',
      alignItems: 'center',
      gap: 'clamp(0.75rem, 1.6vw, 2rem)',
    },
    '& [data-part=brand]': {
      display: 'inline-flex',
      alignItems: 'center',
      height: '100%',
      gap: '3',
      textStyle: 'h4',
      fontSize: 'min({fontSizes.lg}, 6vw)',
      textDecoration: 'none',
      marginRight: 'auto',
      [wide]: { flexShrink: '0' },
    },
    '& [data-part=brand] svg': { flexShrink: '0' },
    '& [data-part=desktop]': { display: 'none', [wide]: { display: 'flex' } },
    '& [data-part=actions]': { display: 'none', [middle]: { display: 'flex' } },
    // On a client's page the header is small: the brand, and one link.
    'html:has([data-frame=quiet]) &': {
      '& :is([data-part=desktop], [data-part=actions], [data-part=menu-button], svg)': { display: 'none' },
      '& [data-part=brand]': { fontSize: 'sm', fontWeight: '400', gap: '2', '&::before': { content: '"by"' } },
    },
    // A low or zoomed window needs its height for the page.
    '@media (max-height: 30rem)': { position: 'absolute' },
    '& [data-part=desktop] ul': { display: 'flex' },
    '& [data-part=actions], & [data-part=desktop] ul': {
      alignItems: 'center',
      gap: 'clamp(0.75rem, 1.4vw, 1.5rem)',
      fontSize: 'clamp(0.875rem, 1.4vw, 1rem)',
    },
    '& [data-part=phone]': { fontVariantNumeric: 'tabular-nums', fontWeight: '600' },
    '& nav a, & [data-part=phone]': { textDecoration: 'none', paddingBlock: '2' },
    '& nav a:hover, & [data-part=phone]:hover': { textDecoration: 'underline', textUnderlineOffset: '4px' },
    '& nav a[aria-current=page]': { textDecoration: 'underline 2px {colors.beacon}', textUnderlineOffset: '.5em' },
    '& [data-part=menu-button]': {
      display: 'grid',
      [wide]: { display: 'none' },
      placeItems: 'center',
      flexShrink: '0',
      width: '3rem',
      height: '3rem',
      marginRight: '-3',
    },
    // The icon is a cross while the menu is open.
    '& [data-part=menu-button] path + path': { display: 'none' },
    '&:has([data-part=panel]:popover-open) [data-part=menu-button] path': {
      display: 'none',
      '& + path': { display: 'inline' },
    },
    '& [data-part=panel]': {
      position: 'fixed',
      inset: 'var(--header-height) 0 auto 0',
      width: '100%',
      margin: '0',
      border: '0',
      backgroundColor: 'bg',
      color: 'fg',
      borderBottom: '1px solid',
      borderColor: 'line',
      boxShadow: 'float',
      paddingInline: '5',
      paddingBlock: '4',
      maxHeight: 'calc(100dvh - var(--header-height))',
      overflowY: 'auto',
      // Safari before 17 has no popovers and would always show it.
      '@supports not selector(:popover-open)': { '&:not([data-popover-open])': { display: 'none' } },
    },
    '& [data-part=panel] > a': { width: '100%', marginTop: '4' },
    '& [data-part=panel] li a': {
      display: 'block',
      paddingBlock: '4',
      fontSize: 'lg',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& [data-part=panel] li:last-child a': { borderBottom: '0' },
  },
});

/** The fixed header: brand, navigation, phone and the link to a consultation. */
export function Header() {
  const { brand, phone, slots } = useSite();
  return (
    <Root>
      <div data-part="inner">
        <Link to="/" discover="none" data-part="brand">
          <BrandMark />
          {brand}
        </Link>
        <nav aria-label="Main" data-part="desktop">
          <ul>
            {[...desktopNavigation, ...(slots?.header ?? [])].map((item) => (
              <li key={item.label}>
                <HeaderLink {...item} />
              </li>
            ))}
          </ul>
        </nav>
        <div data-part="actions">
          <a href={telephoneHref(phone)} data-part="phone">
            {phone}
          </a>
          <ButtonLink to="/consultation" size="sm">
            SCHEDULE A CONSULTATION
          </ButtonLink>
        </div>
        <MobileMenu />
      </div>
    </Root>
  );
}

const menuId = 'mobile-menu';

/**
 * The menu for narrow windows. As an HTML popover it opens before any script has run and closes on an outside click and on
 * Escape. The early script closes it when a link is followed, the focus leaves it or the visitor goes back, and helps browsers
 * without popovers.
 */
function MobileMenu() {
  const { phone, slots } = useSite();
  return (
    <>
      <button type="button" popoverTarget={menuId} aria-label="Menu" data-part="menu-button">
        <svg
          aria-hidden="true"
          width="24"
          height="24"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <path d="M3 7h18M3 12h18M3 17h18" />
          <path d="m5 5 14 14M19 5 5 19" />
        </svg>
      </button>
      <nav id={menuId} popover="auto" aria-label="Menu" data-part="panel">
        <ul>
          {[...mobileNavigation, ...(slots?.header ?? [])].map((item) => (
            <li key={item.label}>
              <HeaderLink {...item} />
            </li>
          ))}
          <li>
            <a href={telephoneHref(phone)}>{phone}</a>
          </li>
        </ul>
        <ButtonLink to="/consultation">Book a consultation</ButtonLink>
      </nav>
    </>
  );
}

/** NavLink marks the current page. A link to an anchor of the home page is never marked. */
function HeaderLink({ label, to }: NavigationItem) {
  if (to.includes('#'))
    return (
      <Link to={to} discover="none">
        {label}
      </Link>
    );
  return (
    <NavLink to={to} end discover="none" className={activeClass}>
      {label}
    </NavLink>
  );
}

/** React Router writes an empty attribute for an empty class. */
function activeClass({ isActive }: { isActive: boolean }): string | undefined {
  return isActive ? 'active' : undefined;
}

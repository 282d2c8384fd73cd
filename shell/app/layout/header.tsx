import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, chakra } from 'kit/ui';
import { Link, NavLink } from 'react-router';
import { BrandMark } from './brand-mark.tsx';
import { headerRecipe } from './header-recipe.ts';
import { desktopNavigation, mobileNavigation, type NavigationItem } from './navigation.ts';

const Root = chakra('header', headerRecipe);

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

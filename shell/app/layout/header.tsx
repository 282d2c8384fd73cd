import { telephoneHref } from 'kit/contracts/site-config';
import { Link, NavLink } from 'kit/router';
import { useSite } from 'kit/site';
import { ButtonLink, chakra } from 'kit/ui';
import { BrandMark } from './brand-mark.tsx';
import { headerRecipe } from './header-recipe.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { desktopNavigation, type NavigationItem } from './navigation.ts';

const Root = chakra('header', headerRecipe);

/** The fixed header: brand, navigation, phone and the way to a consultation. */
export function Header() {
  const { brand, phone } = useSite();
  return (
    <Root>
      <div data-part="inner">
        <Link to="/" data-part="brand">
          <BrandMark />
          {brand}
        </Link>
        <nav aria-label="Main" data-part="desktop">
          <ul>
            {desktopNavigation.map((item) => (
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

/** Anchors of the home page are never the current page; the others are marked by NavLink. */
export function HeaderLink({ label, to }: NavigationItem) {
  if (to === null) return null;
  if (to.includes('#')) return <Link to={to}>{label}</Link>;
  return (
    <NavLink to={to} end>
      {label}
    </NavLink>
  );
}

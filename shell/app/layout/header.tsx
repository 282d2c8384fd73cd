import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, chakra } from 'kit/ui';
import { Link } from 'react-router';
import { BrandMark } from './brand-mark.tsx';
import { HeaderLink } from './header-link.tsx';
import { headerRecipe } from './header-recipe.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { desktopNavigation } from './navigation.ts';

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

import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink } from 'kit/ui';
import { useRef } from 'react';
import { HeaderLink } from './header-link.tsx';
import { mobileNavigation } from './navigation.ts';

const menuId = 'mobile-menu';

/**
 * The menu for narrow windows. As an HTML popover it opens before any script has run and closes on an outside click and on
 * Escape; the early script helps browsers without popovers. Following a link closes it too.
 */
export function MobileMenu() {
  const { phone, slots } = useSite();
  const menu = useRef<HTMLElement>(null);
  // Without popovers, the early script has already closed it.
  const close = () => menu.current?.hidePopover?.();
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
      <nav ref={menu} id={menuId} popover="auto" aria-label="Menu" data-part="panel">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside take the keyboard; this hears their clicks */}
        <ul onClick={close}>
          {[...mobileNavigation, ...(slots?.header ?? [])].map((item) => (
            <li key={item.label}>
              <HeaderLink {...item} />
            </li>
          ))}
          <li>
            <a href={telephoneHref(phone)}>{phone}</a>
          </li>
        </ul>
        <ButtonLink to="/consultation" onClick={close}>
          Book a consultation
        </ButtonLink>
      </nav>
    </>
  );
}

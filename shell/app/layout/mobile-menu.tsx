import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { VisuallyHidden } from 'kit/ui';
import { useEffect, useRef } from 'react';
import { HeaderLink } from './header-link.tsx';
import { mobileNavigation } from './navigation.ts';

/** The menu for narrow windows. It closes on a choice, on a click outside and on Escape. */
export function MobileMenu() {
  const { phone } = useSite();
  const menu = useRef<HTMLDetailsElement>(null);
  useCloseOutside(menu);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details ref={menu}>
      <summary>
        <VisuallyHidden>Menu</VisuallyHidden>
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
        </svg>
      </summary>
      <nav aria-label="Menu" data-part="panel">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside take the keyboard; this hears their clicks */}
        <ul onClick={close}>
          {mobileNavigation.map((item) => (
            <li key={item.label}>
              <HeaderLink {...item} />
            </li>
          ))}
          <li>
            <a href={telephoneHref(phone)}>{phone}</a>
          </li>
        </ul>
      </nav>
    </details>
  );
}

function useCloseOutside(menu: React.RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) menu.current?.removeAttribute('open');
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      menu.current.removeAttribute('open');
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [menu]);
}

import { telephoneHref } from 'kit/contracts/telephone';
import { Link } from 'kit/router';
import { useSite } from 'kit/site';
import { chakra, List } from 'kit/ui';
import type { ComponentProps, ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';
import { footerRecipe } from './footer-recipe.ts';
import {
  type ConfiguredLink,
  legalLinks,
  type NavigationItem,
  offices,
  quickLinks,
  socialNetworks,
} from './navigation.ts';

const Root = chakra('footer', footerRecipe);

/** The footer (docs/specification.md#2): quick links, contact details, offices, copyright, placeholders. */
export function Footer() {
  const { brand, phone, mailboxes } = useSite();
  return (
    <Root data-tone="ink">
      <div data-part="inner">
        <div data-part="about">
          <Link to="/" data-part="brand">
            <BrandMark />
            {brand}
          </Link>
          <p>Exclusive leads, advertising, websites and AI voice agents for businesses across the United States.</p>
          <FooterList data-part="social" aria-label="Social media" items={socialNetworks} />
        </div>
        <nav aria-label="Quick links">
          <h2>Quick Links</h2>
          <FooterList items={quickLinks} />
        </nav>
        <div>
          <h2>Contact</h2>
          <List>
            <li>
              <a href={telephoneHref(phone)}>{phone}</a>
            </li>
            <li>
              Client admin: <a href={`mailto:${mailboxes.clientAdmin}`}>{mailboxes.clientAdmin}</a>
            </li>
            <li>
              Office manager: <a href={`mailto:${mailboxes.officeManager}`}>{mailboxes.officeManager}</a>
            </li>
            <li>
              Sales: <a href={`mailto:${mailboxes.sales}`}>{mailboxes.sales}</a>
            </li>
            <li>{`Offices: ${offices.join(', ')}`}</li>
          </List>
        </div>
      </div>
      <div data-part="legal">
        <p>{`© 2023 ${brand}. All rights reserved.`}</p>
        <FooterList items={legalLinks} />
      </div>
    </Root>
  );
}

interface FooterListProps extends ComponentProps<typeof List> {
  items: readonly (NavigationItem | ConfiguredLink)[];
}

function FooterList({ items, ...rest }: FooterListProps) {
  return (
    <List {...rest}>
      {items.map((item) => (
        <li key={item.label}>
          {'to' in item ? <Link to={item.to}>{item.label}</Link> : <ConfiguredAnchor {...item} />}
        </li>
      ))}
    </List>
  );
}

/** Not a route of ours, so a plain link; until it has an address, one that leads nowhere and says so. */
function ConfiguredAnchor({ label, link, icon }: ConfiguredLink) {
  const address = useSite().links?.[link];
  const content = icon ? <Icon lines={icon} label={label} /> : label;
  return address ? <a href={address}>{content}</a> : <Placeholder>{content}</Placeholder>;
}

/** A link that leads nowhere yet, and says so, instead of a dead one. */
function Placeholder({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder link is an anchor without href (HTML standard, section 4.5.1)
    <a role="link" title="Coming soon">
      {children}
    </a>
  );
}

function Icon({ lines, label }: { lines: string; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d={lines} />
    </svg>
  );
}

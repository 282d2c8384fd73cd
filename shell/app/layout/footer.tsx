import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { chakra, List } from 'kit/ui';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { BrandMark } from './brand-mark.tsx';
import {
  type ConfiguredLink,
  legalLinks,
  type NavigationItem,
  offices,
  quickLinks,
  socialNetworks,
} from './navigation.ts';

const Root = chakra('footer', {
  base: {
    backgroundColor: 'bg',
    color: 'fg',
    // The border separates the footer from a page that ends on the same background.
    borderTop: '1px solid',
    borderColor: 'line',
    '& [data-part=inner]': {
      maxWidth: 'page',
      marginInline: 'auto',
      paddingInline: { base: '5', md: '8' },
      paddingBlock: { base: '14', md: '20' },
      display: 'grid',
      gap: { base: '10', md: '16' },
      gridTemplateColumns: { md: '1fr 1fr', lg: '5fr 3fr 4fr' },
    },
    '& [data-part=about]': { gridColumn: { md: '1 / -1', lg: 'auto' } },
    // The name is level with the headings beside it, and the mark with the text below it.
    '& [data-part=brand]': {
      textStyle: 'h4',
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      margin: '-1rem 0 0 -0.25rem',
    },
    '& [data-part=about] > p': { color: 'muted', maxWidth: '36ch', marginTop: '4' },
    '& h2': { textStyle: 'h4', marginBottom: '4' },
    '& nav ul': { mdDown: { columns: '2' } },
    '& li': { color: 'muted' },
    '& a[href^=mailto]': { display: 'block' },
    '& a': { color: 'fg', textDecoration: 'none', display: 'inline-block', paddingBlock: '0.625rem' },
    '& a[href]:hover': { textDecoration: 'underline', textUnderlineOffset: '4px' },
    '& a:not([href])': { color: 'muted', cursor: 'default' },
    // The padding makes each link large enough for a finger.
    '& [data-part=social]': { display: 'flex', flexWrap: 'wrap', gap: '1', marginTop: '4', marginLeft: '-0.625rem' },
    '& [data-part=social] a': { padding: '0.625rem' },
    '& [data-part=legal]': {
      width: { base: 'calc(100% - 2.5rem)', md: 'calc(100% - 4rem)' },
      maxWidth: '71rem',
      marginInline: 'auto',
      paddingBlock: '6',
      borderTop: '1px solid',
      borderColor: 'line',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '6',
      justifyContent: 'space-between',
      color: 'muted',
      fontSize: 'sm',
    },
    '& [data-part=legal] ul': { display: 'flex', flexWrap: 'wrap', columnGap: '6' },
  },
});

/** The footer (docs/specification.md#2): quick links, contact details, offices, copyright, placeholders. */
export function Footer() {
  const { brand, phone, mailboxes, slots } = useSite();
  return (
    <Root data-tone="ink">
      <div data-part="inner">
        <div data-part="about">
          <Link to="/" discover="none" data-part="brand">
            <BrandMark />
            {brand}
          </Link>
          <p>Exclusive leads, advertising, websites and AI voice agents for businesses across the United States.</p>
          <FooterList data-part="social" aria-label="Social media" items={socialNetworks} />
        </div>
        <nav aria-label="Quick links">
          <h2>Quick Links</h2>
          <FooterList items={[...quickLinks, ...(slots?.footer ?? [])]} />
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
          {'to' in item ? (
            <Link to={item.to} discover="none">
              {item.label}
            </Link>
          ) : (
            <ConfiguredAnchor {...item} />
          )}
        </li>
      ))}
    </List>
  );
}

/** A link to an address of the site configuration, or a placeholder without one. */
function ConfiguredAnchor({ label, link, icon }: ConfiguredLink) {
  const address = useSite().links?.[link];
  const content = icon ? <Icon lines={icon} label={label} /> : label;
  if (address) return <a href={address}>{content}</a>;
  return (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder link is an anchor without href (HTML standard, section 4.5.1)
    <a role="link" title="Coming soon">
      {content}
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

import type { PublicSite } from 'kit/contracts/site-config';

/** A link in the frame of the site (docs/specification.md#2, "Global elements"). */
export interface NavigationItem {
  label: string;
  to: string;
}

/** A link whose address is in the site configuration; without one it is a placeholder. */
export interface ConfiguredLink {
  label: string;
  /** The path of an icon of 24 by 24, shown instead of the label. */
  icon?: string;
  link: keyof NonNullable<PublicSite['links']>;
}

const navigation: readonly NavigationItem[] = [
  { label: 'How It Works', to: '/#how-it-works' },
  { label: 'Services', to: '/services' },
  { label: 'Client Demos', to: '/click-demos' },
];
export const desktopNavigation = [...navigation, { label: 'Contact', to: '/contact' }];
export const mobileNavigation = [...navigation, { label: 'Contact Us', to: '/contact' }];

export const quickLinks: readonly (NavigationItem | ConfiguredLink)[] = [
  { label: 'How It Works', to: '/#how-it-works' },
  { label: 'Results', to: '/#results' },
  { label: 'Leads for Sale', to: '/leads' },
  { label: 'My AI Agent', to: '/my-agent' },
  { label: 'Client Demos', to: '/click-demos' },
  { label: 'FAQ', link: 'faq' },
  { label: 'Blog', link: 'blog' },
];

export const legalLinks: readonly ConfiguredLink[] = [
  { label: 'Privacy Policy', link: 'privacyPolicy' },
  { label: 'Terms of Service', link: 'termsOfService' },
  { label: 'Sitemap', link: 'sitemap' },
];

export const socialNetworks: readonly ConfiguredLink[] = [
  { label: 'Facebook', link: 'facebook', icon: 'M17 3h-2a5 5 0 0 0-5 5v13M6 12h9' },
  { label: 'X', link: 'x', icon: 'm4 4 16 16M20 4 4 20' },
  { label: 'LinkedIn', link: 'linkedIn', icon: 'M5 10v10M5 5h0M11 20V10m0 4a4 4 0 0 1 8 0v6' },
  {
    label: 'Instagram',
    link: 'instagram',
    icon: 'M3 7q0-4 4-4h10q4 0 4 4v10q0 4-4 4H7q-4 0-4-4zm5 5a4 4 0 1 0 8 0 4 4 0 1 0-8 0m9-5h0',
  },
  { label: 'YouTube', link: 'youTube', icon: 'M3 7q0-4 4-4h10q4 0 4 4v10q0 4-4 4H7q-4 0-4-4zm7 2v6l5-3z' },
];

export const offices = ['Florida', 'Utah', 'Boston'] as const;

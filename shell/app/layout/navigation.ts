import type { PublicSite } from 'kit/contracts/site-config';

/** Where the frame of the site leads (docs/specification.md#2, "Global elements"). */
export interface NavigationItem {
  label: string;
  to: string;
}

/** A link that leads where the site configuration says, and nowhere until it does. */
export interface ConfiguredLink {
  label: string;
  link: keyof NonNullable<PublicSite['links']>;
}

export const desktopNavigation: readonly NavigationItem[] = [
  { label: 'How It Works', to: '/#how-it-works' },
  { label: 'Services', to: '/services' },
  { label: 'Client Demos', to: '/click-demos' },
  { label: 'Contact', to: '/contact' },
];

export const mobileNavigation: readonly NavigationItem[] = [
  { label: 'How It Works', to: '/#how-it-works' },
  { label: 'Services', to: '/services' },
  { label: 'Client Demos', to: '/click-demos' },
  { label: 'Contact Us', to: '/contact' },
];

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
  { label: 'Facebook', link: 'facebook' },
  { label: 'X', link: 'x' },
  { label: 'LinkedIn', link: 'linkedIn' },
  { label: 'Instagram', link: 'instagram' },
  { label: 'YouTube', link: 'youTube' },
];

export const offices = ['Florida', 'Utah', 'Boston'] as const;

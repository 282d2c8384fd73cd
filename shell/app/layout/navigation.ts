/** Where the frame of the site leads (docs/specification.md#2, "Global elements"). Null marks a placeholder. */
export interface NavigationItem {
  label: string;
  to: string | null;
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

export const quickLinks: readonly NavigationItem[] = [
  { label: 'How It Works', to: '/#how-it-works' },
  { label: 'Results', to: '/#results' },
  { label: 'Leads for Sale', to: '/leads' },
  { label: 'My AI Agent', to: '/my-agent' },
  { label: 'Client Demos', to: '/click-demos' },
  { label: 'FAQ', to: null },
  { label: 'Blog', to: null },
];

export const legalLinks: readonly NavigationItem[] = [
  { label: 'Privacy Policy', to: null },
  { label: 'Terms of Service', to: null },
  { label: 'Sitemap', to: null },
];

export const socialNetworks = ['Facebook', 'X', 'LinkedIn', 'Instagram', 'YouTube'] as const;

export const offices = ['Florida', 'Utah', 'Boston'] as const;

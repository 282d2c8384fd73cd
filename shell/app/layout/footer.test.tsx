/** @jest-environment kit/testing/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { renderWithKit } from 'kit/testing';
import { Footer } from './footer.tsx';

const names = [
  'Privacy Policy',
  'Terms of Service',
  'Sitemap',
  'FAQ',
  'Blog',
  'Facebook',
  'X',
  'LinkedIn',
  'Instagram',
];

/** The name of an icon link is its label. */
function nameOf(link: Element) {
  return link.querySelector('[role=img]')?.getAttribute('aria-label') ?? link.textContent;
}

function linkNamed(name: string) {
  const link = [...document.querySelectorAll('a')].find((anchor) => nameOf(anchor) === name);
  if (!link) throw new Error(`The footer has no link ${name}`);
  return link;
}

describe('Footer', () => {
  it('has a placeholder for each page that the site configuration does not name', () => {
    renderWithKit(<Footer />);
    for (const name of names) {
      const link = linkNamed(name);
      expect([name, link.getAttribute('href'), link.title]).toEqual([name, null, 'Coming soon']);
    }
  });

  it('shows social networks as icons', () => {
    renderWithKit(<Footer />);
    const networks = [...document.querySelectorAll('[aria-label="Social media"] a')];
    expect(networks.map((link) => [nameOf(link), link.textContent])).toEqual(
      ['Facebook', 'X', 'LinkedIn', 'Instagram', 'YouTube'].map((name) => [name, '']),
    );
  });

  it('has the links that remotes offer for it', () => {
    const slots = { header: [], footer: [{ label: 'Careers', to: '/careers' }], widgets: {} };
    renderWithKit(<Footer />, { site: { slots } });
    expect(linkNamed('Careers').getAttribute('href')).toBe('/careers');
  });

  it('leads to those that it names', () => {
    const links = { privacyPolicy: '/privacy', faq: 'https://help.example', linkedIn: 'https://linkedin.example/us' };
    renderWithKit(<Footer />, { site: { links } });
    expect(linkNamed('Privacy Policy').getAttribute('href')).toBe('/privacy');
    expect(linkNamed('FAQ').getAttribute('href')).toBe('https://help.example');
    expect(linkNamed('LinkedIn').getAttribute('href')).toBe('https://linkedin.example/us');
    expect(linkNamed('Blog').getAttribute('href')).toBeNull();
  });
});

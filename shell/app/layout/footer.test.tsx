/** @jest-environment kit/testing/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
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

describe('Footer', () => {
  it('has a placeholder for each page that the site configuration does not name', () => {
    renderWithKit(<Footer />);
    for (const name of names) {
      const link = screen.getByRole('link', { name });
      expect([name, link.getAttribute('href'), link.title]).toEqual([name, null, 'Coming soon']);
    }
  });

  it('leads to those that it names', () => {
    const links = { privacyPolicy: '/privacy', faq: 'https://help.example', linkedIn: 'https://linkedin.example/us' };
    renderWithKit(<Footer />, { site: { links } });
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
    expect(screen.getByRole('link', { name: 'FAQ' })).toHaveAttribute('href', 'https://help.example');
    expect(screen.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('href', 'https://linkedin.example/us');
    expect(screen.getByRole('link', { name: 'Blog' })).not.toHaveAttribute('href');
  });
});

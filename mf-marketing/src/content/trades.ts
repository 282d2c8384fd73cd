import { industryHero } from './drawings.ts';

/** The industries on the home page: page and picture. The name below describes the picture. */
export const trades = (
  [
    ['roofing', 'Roofing'],
    ['legal', 'Legal'],
    ['hvac', 'HVAC'],
    ['solar', 'Solar'],
    ['real-estate', 'Real estate'],
    ['junk-removal', 'Junk removal'],
    ['healthcare', 'Healthcare'],
    ['debt-relief', 'Debt relief'],
  ] as const
).map(([slug, name]) => ({ name, path: `/${slug}`, picture: industryHero(slug, '') }));

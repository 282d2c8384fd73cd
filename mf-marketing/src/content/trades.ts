import { industryHero } from './drawings.ts';

/** What home offers to choose from: the page of each industry, and its picture, which the name below it describes. */
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

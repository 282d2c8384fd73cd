import { industryHero } from './drawings.ts';

/** What home offers to choose from: the page of each industry, and its picture. */
export const trades = (
  [
    ['roofing', 'Roofing', 'A storm-damaged roof'],
    ['legal', 'Legal', 'A courthouse'],
    ['hvac', 'HVAC', 'A cooling unit on a roof'],
    ['solar', 'Solar', 'A roof of solar panels'],
    ['real-estate', 'Real estate', 'A house for sale'],
    ['junk-removal', 'Junk removal', 'A truck and a full container'],
    ['healthcare', 'Healthcare', 'A clinic with a green cross'],
    ['debt-relief', 'Debt relief', 'Shrinking stacks of bills'],
  ] as const
).map(([slug, name, alt]) => ({ name, path: `/${slug}`, picture: industryHero(slug, alt) }));

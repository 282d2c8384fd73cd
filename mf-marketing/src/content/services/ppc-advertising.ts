import { SearchTerms, searchTerms } from '../../sections/own/search-terms.tsx';
import type { ServiceContent } from '../service-content.ts';

export const content = {
  hero: {
    kicker: 'PPC Advertising',
    title: 'Pay for the click that becomes a call',
    lead: 'Most ad budgets leak: the wrong keywords, the wrong towns, a home page that answers nobody’s question. We fix the leaks first, and raise the budget after that.',
  },
  body: [
    {
      kind: 'points',
      title: 'Our promise',
      lead: 'What you can hold us to.',
      items: [
        'You own the ad accounts and everything in them',
        'You see every search term you paid for',
        'We report calls and booked jobs, not impressions',
        'No contracts: you stay because it pays',
      ],
    },
    {
      kind: 'features',
      columns: 3,
      title: 'Our approach',
      tone: 'fog',
      items: [
        {
          title: 'Keyword targeting',
          text: 'The words people use when they are ready to buy, and a long list of words you will never pay for again.',
        },
        {
          title: 'Landing pages',
          text: 'One page per offer. It keeps the promise of the ad and asks for one thing.',
        },
        {
          title: 'Continuous optimization',
          text: 'A person reviews bids, hours, areas and ad copy every week.',
        },
      ],
    },
    { kind: 'own', ...searchTerms, layout: 'split', draw: SearchTerms },
    {
      kind: 'stats',
      title: 'Results of our PPC campaigns',
      lead: 'Averages across client campaigns, compared with the same accounts before we took over.',
      tone: 'ink',
      items: [
        { value: '38%', label: 'lower cost per lead' },
        { value: '4.2x', label: 'revenue per ad dollar' },
        { value: '48%', label: 'more calls and forms' },
        { value: '52%', label: 'more qualified calls' },
      ],
    },
    {
      kind: 'features',
      look: 'plain',
      columns: 3,
      title: 'Platforms we run',
      lead: 'You do not need all of them. We start where your customers already look.',
      items: [
        { title: 'Google', text: 'Search, maps and local services: people who have the problem right now.' },
        { title: 'Meta', text: 'Facebook and Instagram, for offers people did not know to search for.' },
        { title: 'Microsoft', text: 'Fewer searches, older searchers, cheaper clicks.' },
        { title: 'LinkedIn', text: 'By job title and company, when you sell to businesses.' },
        { title: 'Twitter', text: 'Around news, events and weather, while they are happening.' },
        { title: 'YouTube', text: 'For anything people have to see to believe.' },
      ],
    },
  ],
  closing: {
    title: 'Find out where your account leaks',
    lead: 'We go through your search terms with you, line by line, and mark the ones to stop paying for.',
  },
  contact: { title: 'Talk about your ads', lead: 'Call, email or pick a time.' },
} as const satisfies ServiceContent;

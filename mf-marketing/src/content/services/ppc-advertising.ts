import { serviceDrawing } from '../drawings.ts';
import type { ServiceContent } from '../service-content.ts';

export const ppcAdvertising = {
  hero: {
    kicker: 'PPC Advertising',
    title: 'Pay for the click that becomes a call',
    lead: 'Most ad budgets leak: wrong words, wrong towns, a home page that answers nobody. We close the leaks, then open the tap.',
  },
  picture: serviceDrawing('ppc-advertising', 'A page of search results with an arrow on the advertisement at the top'),
  body: [
    {
      kind: 'points',
      title: 'Our promise',
      lead: 'What you can hold us to.',
      items: [
        'You own the ad accounts and everything in them',
        'You see each search term that you paid for',
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
          text: 'Words that people use when they want to buy, and a long list of words you never pay for again.',
        },
        {
          title: 'Landing pages',
          text: 'One page for each offer, that says what the ad said and asks for one thing.',
        },
        {
          title: 'Continuous optimization',
          text: 'Bids, hours, areas and texts are looked at every week, by a person.',
        },
      ],
    },
    {
      kind: 'stats',
      title: 'Results of our PPC campaigns',
      tone: 'ink',
      items: [
        { value: '38%', label: 'lower cost per lead' },
        { value: '4.2x', label: 'return on ad spend' },
        { value: '48%', label: 'more conversions' },
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
        { title: 'Google', text: 'Search, maps and local services: people with the problem right now.' },
        { title: 'Meta', text: 'Facebook and Instagram, for offers that people did not know to search for.' },
        { title: 'Microsoft', text: 'Fewer searches, older searchers, cheaper clicks.' },
        { title: 'LinkedIn', text: 'By job title and company, when you sell to businesses.' },
        { title: 'Twitter', text: 'Around news, events and weather, while they last.' },
        { title: 'YouTube', text: 'For what has to be seen before it is believed.' },
      ],
    },
  ],
  closing: {
    title: 'Find out what your account leaks',
    lead: 'We read your search terms with you, line by line, and mark what you should stop paying for.',
  },
  contact: { title: 'Talk about your ads', lead: 'Call, write, or choose a time. We answer within 24 hours.' },
} as const satisfies ServiceContent;

import { WeeklyReport, weeklyReport } from '../../sections/own/weekly-report.tsx';
import type { ServiceContent } from '../service-content.ts';

export const content = {
  hero: {
    kicker: 'Social Media Advertising',
    title: 'Find the buyer who is not searching yet',
    lead: 'The roof is old, the knee hurts, the card is maxed out, and nobody has typed a word into a search box. Social ads reach people at that moment.',
  },
  body: [
    {
      kind: 'catalog',
      look: 'columns',
      title: 'Six platforms, eighteen ways in',
      lead: 'Each platform has its own etiquette. We write for each one, not for all of them at once.',
      items: [
        {
          title: 'Facebook',
          text: 'Homeowners and families, town by town.',
          points: ['Lead ads', 'Carousel ads', 'Video ads'],
        },
        { title: 'Instagram', text: 'Before and after, in pictures.', points: ['Story ads', 'Reels ads', 'Feed ads'] },
        {
          title: 'LinkedIn',
          text: 'Decision makers by title, company and industry.',
          points: ['Sponsored content', 'Message ads', 'Lead gen forms'],
        },
        {
          title: 'Twitter',
          text: 'What people are talking about today.',
          points: ['Promoted posts', 'Video ads', 'Follower ads'],
        },
        {
          title: 'TikTok',
          text: 'Short clips that do not look like ads.',
          points: ['In-feed ads', 'Spark ads', 'TopView ads'],
        },
        {
          title: 'Pinterest',
          text: 'People planning their next project.',
          points: ['Promoted pins', 'Video pins', 'Shopping pins'],
        },
      ],
    },
    {
      kind: 'statement',
      text: 'A good social ad does not interrupt. It is the most useful thing in the feed.',
      against: [
        ['The ad they scroll past', 'Shows a logo, a slogan and a stock photo, and asks for nothing.'],
        ['The ad they stop at', 'Shows their kind of roof, their town and one question they can answer.'],
      ],
    },
    { kind: 'own', ...weeklyReport, tone: 'fog', layout: 'split', draw: WeeklyReport },
    {
      kind: 'features',
      look: 'rows',
      title: 'What you get',
      items: [
        {
          title: 'Audiences that match',
          text: 'Built from the customers you already have: area, home, life stage, interests.',
        },
        {
          title: 'Creative every month',
          text: 'New images, new hooks and new offers before people tire of the old ones.',
        },
        {
          title: 'Leads, not likes',
          text: 'Forms inside the platform or on your page, verified and passed on in real time.',
        },
      ],
    },
  ],
  closing: {
    title: 'Which platform first?',
    lead: 'Tell us who your best customer was last year. That usually answers it.',
  },
  contact: { title: 'Talk about social ads', lead: 'Call, email or pick a time.' },
} as const satisfies ServiceContent;

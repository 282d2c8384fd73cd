import type { ServiceContent } from '../service-content.ts';

export const content = {
  hero: {
    kicker: 'SEO Services',
    title: 'Be the answer, not the tenth result',
    lead: 'An ad stops when the budget stops. A page that answers your customers’ questions keeps bringing them in.',
  },
  body: [
    {
      kind: 'stats',
      title: 'Results of our SEO work',
      lead: 'Averages across client sites, compared with the same sites before we started.',
      items: [
        { value: '156%', label: 'more visitors from search' },
        { value: '89%', label: 'more search terms on page one' },
        { value: '43%', label: 'more leads from the website' },
        { value: '72%', label: 'lower cost per lead than from ads alone' },
      ],
    },
    {
      kind: 'features',
      columns: 3,
      title: 'Six kinds of work',
      tone: 'fog',
      lead: 'Most sites need two of them badly and the others a little. The audit tells you which.',
      items: [
        {
          title: 'Technical audit',
          text: 'Speed, structure, mobile and anything search engines cannot read, with a list of fixes in order of impact.',
        },
        {
          title: 'Keyword research',
          text: 'What people in your area type when they are about to buy, and who ranks for it today.',
        },
        {
          title: 'On-page optimization',
          text: 'Titles, headings, answers and internal links, so that each page is about one thing.',
        },
        {
          title: 'Content creation',
          text: 'Pages written with what your people know: prices, photos of real jobs, straight answers.',
        },
        {
          title: 'Link building',
          text: 'Mentions on sites your customers read. No link farms, nothing we would not show you.',
        },
        {
          title: 'Local SEO',
          text: 'Your map profile, your reviews, and a page for each town that deserves one.',
        },
      ],
    },
    {
      kind: 'figure',
      title: 'Visitors are not the point',
      figure: { value: '1', label: 'page for each question that a buyer asks' },
      paragraphs: [
        'Not more articles. Fewer pages, each of them the best answer there is.',
        'We start with the services that earn you the most and the towns you want most. The rest can wait.',
      ],
    },
  ],
  closing: {
    title: 'Where do you stand today?',
    lead: 'We look up the searches that matter to you and show you who gets the calls you are missing.',
  },
  contact: { title: 'Talk about search', lead: 'Call, email or pick a time.' },
} as const satisfies ServiceContent;

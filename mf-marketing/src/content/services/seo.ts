import { serviceDrawing } from '../drawings.ts';
import type { ServiceContent } from '../service-content.ts';

export const seo = {
  hero: {
    kicker: 'SEO Services',
    title: 'Be the answer, not the tenth result',
    lead: 'An ad stops when the budget stops. A page that answers the question your customers ask keeps bringing them.',
  },
  picture: serviceDrawing(
    'seo',
    'A magnifying glass over a row of grey houses finds the one shop among them, with a map pin',
  ),
  body: [
    {
      kind: 'stats',
      title: 'Results of our SEO work',
      items: [
        { value: '156%', label: 'more visitors from search' },
        { value: '89%', label: 'more searches on page one' },
        { value: '43%', label: 'more leads from the website' },
        { value: '72%', label: 'lower cost per lead than ads alone' },
      ],
    },
    {
      kind: 'features',
      columns: 3,
      title: 'Six kinds of work',
      tone: 'fog',
      lead: 'Most sites need two of them badly and the others a little. The audit says which.',
      items: [
        {
          title: 'Technical audit',
          text: 'Speed, structure, mobile, what search engines cannot read, and a list of repairs in order of effect.',
        },
        {
          title: 'Keyword research',
          text: 'What people in your area type when they are about to buy, and who holds those results today.',
        },
        {
          title: 'On-page optimization',
          text: 'Titles, headings, answers and links within your site, so that each page is about one thing.',
        },
        {
          title: 'Content creation',
          text: 'Pages written with your people’s knowledge: prices, pictures of real jobs, straight answers.',
        },
        {
          title: 'Link building',
          text: 'Mentions on sites that your customers read. No link farms, nothing we would not show you.',
        },
        {
          title: 'Local SEO',
          text: 'Your profile on the map, reviews, and a page for each town that deserves one.',
        },
      ],
    },
    {
      kind: 'figure',
      title: 'Visitors are not the point',
      figure: { value: '43%', label: 'more leads from the website' },
      paragraphs: [
        'Not more articles. Fewer pages, each the best answer to one question that a buyer asks.',
        'We begin with the services you earn most on and the towns you want most. The rest can wait.',
      ],
    },
  ],
  closing: {
    title: 'Where do you stand today?',
    lead: 'We look up the searches that matter to you and show who gets the calls you do not.',
  },
  contact: { title: 'Talk about search', lead: 'Call, write, or choose a time. We answer within 24 hours.' },
} as const satisfies ServiceContent;

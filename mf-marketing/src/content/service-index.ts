import { serviceDrawing } from './drawings.ts';

/** The seven services, in the order of the overview (docs/specification.md#2). */
export const services = [
  {
    name: 'YouTube Advertising',
    path: '/services/youtube-advertising',
    description: 'Video ads in front of people who research what you sell.',
    fullDescription:
      'We write, film and run video ads on YouTube for the towns you serve, and measure them by the calls they bring, not by views.',
    picture: serviceDrawing('youtube-advertising', 'A large screen shows a video to a row of parked cars'),
  },
  {
    name: 'PPC Advertising',
    path: '/services/ppc-advertising',
    description: 'The first answer when somebody searches for your trade.',
    fullDescription:
      'Search and display campaigns on Google, Microsoft, Meta and more, with landing pages of their own and a bid on intent instead of traffic.',
    picture: serviceDrawing('ppc-advertising', 'A page of search results with an arrow on the ad at the top'),
  },
  {
    name: 'Social Media Advertising',
    path: '/services/social-media-advertising',
    description: 'Ads that find buyers before they search.',
    fullDescription:
      'Campaigns on Facebook, Instagram, LinkedIn, Twitter, TikTok and Pinterest, each made for the place it runs in and the people who scroll there.',
    picture: serviceDrawing('social-media-advertising', 'A phone as tall as a tower shows a post to a crowd'),
  },
  {
    name: 'SEO Services',
    path: '/services/seo',
    description: 'Found without paying for each click.',
    fullDescription:
      'Technical repair, pages that answer real questions, links from sites people trust, and the local work that puts you on the map of your town.',
    picture: serviceDrawing('seo', 'A magnifying glass finds the one shop in a row of grey houses'),
  },
  {
    name: 'Web Design',
    path: '/services/web-design',
    description: 'A site built for you, revised until it is right.',
    fullDescription:
      'Websites drawn from a blank page for your business: no templates, unlimited revisions, and a form that reaches you in real time.',
    picture: serviceDrawing('web-design', 'A web page in a browser window, half wireframe and half finished'),
  },
  {
    name: 'Video Production',
    path: '/services/video-production',
    description: 'Films that explain, prove and sell.',
    fullDescription:
      'Ads, explainers, testimonials and brand films, from the first sentence of the script to the cut for each platform.',
    picture: serviceDrawing('video-production', 'A film camera points at a builder in a hard hat'),
  },
  {
    name: 'Custom AI Agents',
    path: '/ai-agent-demo',
    description: 'A voice that answers when you cannot.',
    fullDescription:
      'Voice agents that know your business, take every call day and night, qualify who calls and book the appointment. Ready in 24-48 hours, no setup fees.',
    picture: serviceDrawing('custom-ai-agents', 'A voice agent with a headset speaks, and its words become a message'),
  },
] as const;

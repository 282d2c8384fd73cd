import { serviceDrawing } from './service-drawings.ts';

/** The seven services, in the order of the overview (docs/specification.md#2). `topic` completes "Learn More about". */
export const services = [
  {
    name: 'YouTube Advertising',
    topic: 'ads on YouTube',
    path: '/services/youtube-advertising',
    description: 'Video ads for people who are researching what you sell.',
    fullDescription:
      'We write, film and run YouTube ads for the towns you serve, and measure them by the calls they bring in, not by views.',
    picture: serviceDrawing('youtube-advertising'),
  },
  {
    name: 'PPC Advertising',
    topic: 'PPC',
    path: '/services/ppc-advertising',
    description: 'The first result when someone searches for your trade.',
    fullDescription:
      'Search and display campaigns on Google, Microsoft, Meta and more, each with its own landing pages and bids on intent, not traffic.',
    picture: serviceDrawing('ppc-advertising'),
  },
  {
    name: 'Social Media Advertising',
    topic: 'ads on social media',
    path: '/services/social-media-advertising',
    description: 'Ads that find buyers before they search.',
    fullDescription:
      'Campaigns on Facebook, Instagram, LinkedIn, Twitter, TikTok and Pinterest, each made for the platform it runs on and the people who scroll there.',
    picture: serviceDrawing('social-media-advertising'),
  },
  {
    name: 'SEO Services',
    topic: 'SEO',
    path: '/services/seo',
    description: 'Get found without paying for every click.',
    fullDescription:
      'Technical fixes, pages that answer real questions, links from sites people trust, and the local work that puts you on the map in your town.',
    picture: serviceDrawing('seo'),
  },
  {
    name: 'Web Design',
    topic: 'websites',
    path: '/services/web-design',
    description: 'A site built for you, revised until it is right.',
    fullDescription:
      'Websites designed from a blank page for your business: no templates, unlimited revisions, and requests that reach you in real time.',
    picture: serviceDrawing('web-design'),
  },
  {
    name: 'Video Production',
    topic: 'videos',
    path: '/services/video-production',
    description: 'Films that explain, prove and sell.',
    fullDescription:
      'Ads, explainers, testimonials and brand films, from the first line of the script to the right cut for each platform.',
    picture: serviceDrawing('video-production'),
  },
  {
    name: 'Custom AI Agents',
    topic: 'voice agents',
    path: '/ai-agent-demo',
    description: 'A voice that answers when you cannot.',
    fullDescription:
      'Voice agents that know your business, answer every call day and night, qualify the caller and book the appointment. Ready in 24-48 hours, no setup fees.',
    picture: serviceDrawing('custom-ai-agents'),
  },
] as const;

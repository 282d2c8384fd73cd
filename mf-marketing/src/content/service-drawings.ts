import type { DrawingFile } from '../sections/drawing.tsx';

const serviceAlts = {
  'youtube-advertising': 'A video ad of a roofer with a button to book, and a chart of calls by town',
  'ppc-advertising': 'A search for roof repair with an ad first, and a list of the searches that were paid for',
  'social-media-advertising': 'A post of a roofer on a phone, and the short form that it opens',
  seo: 'A search for AC repair with a map and your company first, and the questions its pages answer',
  'web-design': 'A website in a browser, half wireframe and half finished, and the same page on a phone',
  'video-production': 'A film on an editing desk with its tracks, a shot list and a clapperboard',
  'custom-ai-agents': 'A voice agent beside the log of its night: booked, called back, put through',
} as const;

export type ServiceSlug = keyof typeof serviceAlts;

/** The drawing of a service, for its card and its page. */
export function serviceDrawing(slug: ServiceSlug): DrawingFile {
  return {
    src: `/attached_assets/services/${slug}.svg`,
    width: 960,
    height: 640,
    alt: serviceAlts[slug],
    widths: [480, 960],
  };
}

import type { DrawingFile } from '../sections/drawing.tsx';

const folder = '/attached_assets';

/** The large drawing of an industry's own page. */
export function industryHero(slug: string, alt: string): DrawingFile {
  return { src: `${folder}/industries/heroes/${slug}.svg`, width: 1200, height: 800, alt };
}

/** The small drawing of an industry, for cards. */
export function industryCard(slug: string, alt: string): DrawingFile {
  return { src: `${folder}/industries/${slug}.svg`, width: 960, height: 640, alt };
}

/** The drawing of a service, for its card and its page. */
export function serviceDrawing(slug: string, alt: string): DrawingFile {
  return { src: `${folder}/services/${slug}.svg`, width: 960, height: 640, alt };
}

/** The drawn mark of a client. */
export function clientMark(trade: 'roofing' | 'legal' | 'hvac', alt: string) {
  return { src: `${folder}/clients/${trade}.svg`, alt };
}

/** The fleet of the exotic car rental offer. */
export function fleetDrawing(alt: string): DrawingFile {
  return { src: `${folder}/exotics/fleet.svg`, width: 1200, height: 700, alt };
}

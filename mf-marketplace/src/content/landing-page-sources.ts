import type { LandingPage } from './industry.ts';

const widths = [400, 800] as const;

/** A landing page's picture in smaller formats, the smallest first. */
export function landingPageSources({ src }: LandingPage['image']) {
  const name = src.slice(1, -'.jpg'.length);
  return ['avif', 'webp'].map((format) => ({
    type: `image/${format}`,
    srcSet: widths.map((width) => `/attached_assets/landing-pages/${name}-${width}.${format} ${width}w`).join(', '),
  }));
}

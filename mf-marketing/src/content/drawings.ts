import type { DrawingFile } from '../sections/drawing.tsx';

const folder = '/attached_assets/industries';

export function industryHero(slug: string, alt: string): DrawingFile {
  return { src: `${folder}/heroes/${slug}.svg`, width: 1200, height: 800, alt };
}

/** An industry's drawing in the shape of another hero: edge to edge, or as high as the text next to it. */
const industryStage = (size: { width: number; height: number }) => (slug: string, alt: string) => ({
  src: `${folder}/stages/${slug}.svg` as const,
  ...size,
  alt,
  narrow: industryHero(slug, alt),
});

export const industryPanorama = industryStage({ width: 1600, height: 560 });
export const industryPortrait = industryStage({ width: 900, height: 800 });

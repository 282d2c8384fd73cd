import type { DrawingFile } from '../sections/drawing.tsx';

const folder = '/attached_assets';

export function industryHero(slug: string, alt: string): DrawingFile {
  return { src: `${folder}/industries/heroes/${slug}.svg`, width: 1200, height: 800, alt };
}

/** An industry's drawing in the shape of another hero: edge to edge, or as high as the text next to it. */
const industryStage = (size: { width: number; height: number }) => (slug: string, alt: string) => ({
  src: `${folder}/industries/stages/${slug}.svg` as const,
  ...size,
  alt,
  narrow: industryHero(slug, alt),
});

export const industryPanorama = industryStage({ width: 1600, height: 560 });
export const industryPortrait = industryStage({ width: 900, height: 800 });

/** The drawn clients of the example stories. */
export const clientMarks: Readonly<Record<string, { src: string; alt: string }>> = {
  roofing: { src: `${folder}/clients/roofing.svg`, alt: 'Dale Mercer, drawn in a hard hat before a roof' },
  legal: { src: `${folder}/clients/legal.svg`, alt: 'Renata Solis, drawn in a blazer before a courthouse' },
  hvac: { src: `${folder}/clients/hvac.svg`, alt: 'Owen Castle, drawn in a cap before a cooling unit' },
};

/** The agenda of the first call, next to the questionnaire of the home page. Phones do not fetch it. */
export const agendaDrawing = {
  src: `${folder}/home/agenda.svg`,
  width: 680,
  height: 680,
  alt: 'Our first call: trade and towns, what a booked job is worth, what you spend today, your price per lead, when the first ads could run',
} as const;

export function fleetDrawing(alt: string): DrawingFile {
  return { src: `${folder}/exotics/fleet.svg`, width: 1200, height: 700, alt };
}

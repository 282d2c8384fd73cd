import type { Picture } from '../pictures.ts';

/** What a page hands to the kit's `Picture`, and where else the same picture lies. */
export interface CatalogueEntry {
  src: string;
  width: number;
  height: number;
  alt: string;
  /** AVIF and WebP of the same picture, where SVG does not serve. */
  avif?: string;
  webp?: string;
}

export type Catalogue = Readonly<Record<string, CatalogueEntry>>;

export function sizeOf(source: string): { width: number; height: number } {
  const size = /width="(\d+)" height="(\d+)"/.exec(source);
  if (!size) throw new Error('The SVG does not say its size.');
  return { width: Number(size[1]), height: Number(size[2]) };
}

export function describePictures(pictures: readonly Picture[]): Catalogue {
  return Object.fromEntries(pictures.map((picture) => [picture.name, describe(picture)]));
}

function describe({ name, alt, source, widths, asSvg }: Picture): CatalogueEntry {
  const base = `/attached_assets/${name}`;
  const sourceSet = (ending: string) => widths.map((width) => `${base}-${width}.${ending} ${width}w`).join(', ');
  const { width, height } = sizeOf(source);
  return {
    src: asSvg ? `${base}.svg` : `/${name.split('/').at(-1)}.jpg`,
    width,
    height,
    alt,
    ...(widths.length > 0 ? { avif: sourceSet('avif'), webp: sourceSet('webp') } : {}),
  };
}

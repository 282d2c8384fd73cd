import { chakra, Picture } from 'kit/ui';

/** A picture drawn for the site: an SVG below `/attached_assets`. */
export interface DrawingFile {
  src: `/attached_assets/${string}.svg`;
  width: number;
  height: number;
  alt: string;
  /** Widths of the AVIF and WebP variants, if there are any; the SVG is for browsers that support neither. */
  widths?: readonly number[];
  /** The same drawing in another shape, for windows with one column. */
  narrow?: DrawingFile;
}

const Frame = chakra('div', {
  // The explicit width is for columns that do not stretch their items: before the picture loads it would be 0.
  base: { width: '100%', borderRadius: 'md', overflow: 'hidden', '& img': { width: '100%', height: 'auto' } },
});

/** The picture is at most as wide as the second column of the grid. */
const sizes = '(min-width: 1024px) 40rem, 100vw';

function sourcesOf({ src, widths = [] }: DrawingFile) {
  if (widths.length === 0) return [];
  return ['avif', 'webp'].map((ending) => ({
    type: `image/${ending}`,
    srcSet: widths.map((width) => `${src.replace('.svg', `-${width}.${ending}`)} ${width}w`).join(', '),
  }));
}

/** A drawing with rounded corners. Set `priority` for the one on the first screen. */
export function Drawing({ file, priority }: { file: DrawingFile; priority?: boolean }) {
  const { widths, ...picture } = file;
  return (
    <Frame {...(priority && { viewTransitionName: 'scene' })}>
      <Picture {...picture} sources={sourcesOf(file)} sizes={widths && sizes} priority={priority} />
    </Frame>
  );
}

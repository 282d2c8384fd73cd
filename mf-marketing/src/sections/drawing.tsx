import { chakra, Picture } from 'kit/ui';

/** A picture drawn for the site: an SVG below `/attached_assets`. */
export interface DrawingFile {
  src: `/attached_assets/${string}.svg`;
  width: number;
  height: number;
  /** What is shown, in words. */
  alt: string;
  /** Of the AVIF and WebP files beside it, where it has them: the SVG is for browsers that know neither. */
  widths?: readonly number[];
  /** The same thing for windows without two columns, in another shape. */
  narrow?: DrawingFile;
}

const Frame = chakra('div', {
  // The width of its own is for columns that do not stretch what they hold: it would be nothing until the picture comes.
  base: { width: '100%', borderRadius: 'md', overflow: 'hidden', '& img': { width: '100%', height: 'auto' } },
});

/** At most as wide as the second column of the grid. */
const sizes = '(min-width: 1024px) 40rem, 100vw';

function sourcesOf({ src, widths = [] }: DrawingFile) {
  if (widths.length === 0) return [];
  return ['avif', 'webp'].map((ending) => ({
    type: `image/${ending}`,
    srcSet: widths.map((width) => `${src.replace('.svg', `-${width}.${ending}`)} ${width}w`).join(', '),
  }));
}

/** A drawing with the site's rounded corners. `priority` marks the one of the first screen. */
export function Drawing({ file, priority }: { file: DrawingFile; priority?: boolean }) {
  const { widths, ...picture } = file;
  return (
    <Frame {...(priority && { viewTransitionName: 'scene' })}>
      <Picture {...picture} sources={sourcesOf(file)} sizes={widths && sizes} priority={priority} />
    </Frame>
  );
}

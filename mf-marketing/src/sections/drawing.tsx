import { chakra, Picture } from 'kit/ui';

/** A picture drawn for the site: an SVG below `/attached_assets`. */
export interface DrawingFile {
  src: `/attached_assets/${string}.svg`;
  width: number;
  height: number;
  /** What is shown, in words. */
  alt: string;
}

const Frame = chakra('div', {
  // The width of its own is for columns that do not stretch what they hold: it would be nothing until the picture comes.
  base: { width: '100%', borderRadius: 'md', overflow: 'hidden', '& img': { width: '100%', height: 'auto' } },
});

/** A drawing with the site's rounded corners. `priority` marks the one of the first screen. */
export function Drawing({ file, priority }: { file: DrawingFile; priority?: boolean }) {
  return (
    <Frame>
      <Picture {...file} priority={priority} />
    </Frame>
  );
}

import { chakra, Picture } from 'kit/ui';
import type { DrawingFile } from './drawing.tsx';

const Frame = chakra('div', { base: { '& img': { width: '100%', viewTransitionName: 'scene' } } });

/** The picture of a hero, up to the edges of the window; one drawn for wide windows has another for narrow ones. */
export function StagePicture({ file: { narrow, ...file } }: { file: DrawingFile }) {
  const sources = narrow
    ? [{ srcSet: narrow.src, media: '(max-width: 63.99em)', width: narrow.width, height: narrow.height }]
    : [];
  return (
    <Frame>
      <Picture {...file} sources={sources} priority />
    </Frame>
  );
}

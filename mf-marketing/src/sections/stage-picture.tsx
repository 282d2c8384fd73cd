import { chakra, Picture } from 'kit/ui';
import type { DrawingFile } from './drawing.tsx';

const Frame = chakra('div', { base: { '& img': { width: '100%', viewTransitionName: 'scene' } } });

/** The picture of a hero, up to the window's edges. A picture for wide windows has a `narrow` version. */
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

import { line } from 'd3-shape';
import type { RoomRemote } from './room.ts';

const [width, height] = [120, 24];

interface SparklineProps {
  remote: Pick<RoomRemote, 'recent'>;
  /** Whether everybody sees the words, and not the users of screen readers alone. */
  hasCaption?: boolean;
}

/** The page views of a remote on this server by minute; nothing where it had none, or runs too short for a line. */
export function Sparkline({ remote: { recent }, hasCaption = false }: SparklineProps) {
  const views = recent.map((minute) => minute.views);
  const [least, most] = [Math.min(...views), Math.max(...views)];
  if (views.length < 2 || most === 0) return null;
  const draw = line<number>()
    .x((_, index) => (width * index) / (views.length - 1))
    .y((value) => height - (height * value) / most)
    .digits(1);
  const failures = recent.reduce((sum, minute) => sum + minute.failures, 0);
  const range = least === most ? `${most}` : `${least} to ${most}`;
  const words = `Page views of the last ${views.length} minutes on this server: ${range} a minute, ${failures} failed`;
  const drawing = (
    <svg className="spark" role="img" viewBox={`-2 -2 ${width + 4} ${height + 4}`}>
      <title>{words}</title>
      <path d={draw(views) ?? ''} />
    </svg>
  );
  if (!hasCaption) return drawing;
  return (
    <figure>
      {drawing}
      <figcaption aria-hidden="true">{words}</figcaption>
    </figure>
  );
}

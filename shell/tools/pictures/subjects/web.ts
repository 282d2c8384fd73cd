import type { Paint } from '../paint.ts';
import { circle, line, polygon, rect, short } from '../shapes.ts';

/** An arrow as on every screen; its tip is at 0,0. */
export function pointer(fill: string, edge: string, size: number): string {
  const shape = `M0 0L0 ${short(size)}L${short(size * 0.25)} ${short(size * 0.77)}L${short(size * 0.42)} ${short(size * 1.14)}L${short(size * 0.58)} ${short(size * 1.06)}L${short(size * 0.41)} ${short(size * 0.71)}L${short(size * 0.74)} ${short(size * 0.71)}Z`;
  return `<path d="${shape}" fill="${fill}" stroke="${edge}" stroke-width="5" stroke-linejoin="round"/>`;
}

/** A browser window; in the dark a wireframe, in the light the finished page. Its top left corner is at 0,0. */
export function browserPage(p: Paint): string {
  const frame =
    rect(-10, -10, 640, 420, p.dark, 12) +
    rect(0, 34, 620, 366, p.face) +
    [22, 46, 70].map((x) => circle(x, 12, 7, p.face)).join('');
  return frame + (p.lit ? finishedPage(p) : wireframe(p));
}

function wireframe(p: Paint): string {
  const boxes = [
    [24, 54, 120, 26],
    [300, 100, 296, 156],
    [24, 284, 180, 96],
    [220, 284, 180, 96],
    [416, 284, 180, 96],
  ] as const;
  const crossed = boxes.slice(1).map(([x, y, w, h]) => `M${x} ${y}l${w} ${h}M${x + w} ${y}l${-w} ${h}`);
  return (
    boxes.map(([x, y, w, h]) => line(`M${x} ${y}h${w}v${h}h${-w}Z`, p.trim, 3)).join('') +
    line(crossed.join(''), p.roof, 2) +
    line('M24 116H250M24 148H220M24 180H262M24 204H240', p.roof, 10) +
    line('M24 232h110v30H24Z', p.trim, 3)
  );
}

function finishedPage(p: Paint): string {
  const card = (x: number, fill: string) =>
    rect(x, 284, 180, 96, fill, 6) +
    rect(x + 16, 340, 110, 9, p.face, 4) +
    rect(x + 16, 358, 76, 9, p.face, 4) +
    circle(x + 32, 312, 14, p.face);
  return [
    rect(0, 34, 620, 222, p.dark),
    circle(36, 66, 10, p.sky),
    ...[420, 484, 548].map((x) => rect(x, 62, 44, 8, p.face, 4)),
    polygon(
      [
        [620, 256],
        [330, 256],
        [620, 100],
      ],
      p.sky,
    ),
    rect(430, 196, 96, 60, p.face),
    polygon(
      [
        [414, 200],
        [478, 148],
        [542, 200],
      ],
      p.roof,
    ),
    rect(466, 218, 26, 38, p.dark),
    rect(24, 108, 226, 22, p.face, 4),
    rect(24, 140, 170, 22, p.face, 4),
    rect(24, 178, 200, 8, p.sky, 4),
    rect(24, 212, 124, 34, p.roof, 6),
    card(24, p.leaf),
    card(220, p.dark),
    card(416, p.roof),
  ].join('');
}

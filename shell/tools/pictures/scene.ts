import { palette } from '../../../kit/theme/palette.ts';
import { type Ground, type Paint, paints } from './paint.ts';
import { at, circle, line, outline, type Point, rect, ring, short } from './shapes.ts';

/**
 * One picture: things on a horizon, most of them in the dark, and a beam that shows some of them in full colour.
 * `draw` is called twice, with dark and with light paint; what the beam covers is cut from the second.
 */
export interface Scene {
  width: number;
  height: number;
  ground: Ground;
  /** Height of the horizon, from the top. */
  horizon: number;
  /** The lit shape; the field's dots below the horizon are lit with it. */
  beam: readonly Point[] | { readonly lens: Point; readonly radius: number };
  /** Where the light comes from, when it is in the picture. */
  lamp?: Point | undefined;
  draw(paint: Paint, scene: Scene): string;
  /** Above everything, in neither light nor dark. */
  over?: string | undefined;
}

/** Rows of the field: nearer rows lie lower, wider apart and heavier. The same rhythm as the site's hero. */
const rows = [
  { drop: 14, gap: 20, weight: 1.8 },
  { drop: 30, gap: 26, weight: 2.4 },
  { drop: 51, gap: 34, weight: 3.2 },
  { drop: 79, gap: 44, weight: 4.2 },
  { drop: 115, gap: 57, weight: 5.4 },
  { drop: 160, gap: 72, weight: 6.8 },
  { drop: 215, gap: 90, weight: 8.4 },
  { drop: 282, gap: 112, weight: 10 },
] as const;

export function renderScene(scene: Scene): string {
  const { width, height, lamp, over = '' } = scene;
  const { dark, light } = paints[scene.ground];
  const shown = (paint: Paint) => backdrop(scene, paint) + scene.draw(paint, scene);
  return svg(
    width,
    height,
    `<clipPath id="b">${beamShape(scene)}</clipPath>${shown(dark)}<g clip-path="url(#b)">${shown(light)}</g>${lamp ? lampAt(lamp) : ''}${over}`,
  );
}

/** The scene before the beam comes; its tower is lit already. */
export function renderDark(scene: Scene): string {
  const { dark } = paints[scene.ground];
  return svg(scene.width, scene.height, backdrop(scene, dark) + scene.draw(dark, scene));
}

/** A part of the scene, all of it in the light. */
export function renderLight(scene: Scene, part: { x: number; y: number; width: number; height: number }): string {
  const { light } = paints[scene.ground];
  return svg(part.width, part.height, at(-part.x, -part.y, backdrop(scene, light) + scene.draw(light, scene)));
}

export function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>\n`;
}

/** What a screen reader says where the file stands alone; in a page the `alt` speaks. */
export function titled(source: string, title: string): string {
  return source.replace('>', `><title>${title}</title>`);
}

function backdrop({ width, height, horizon }: Scene, paint: Paint): string {
  const depth = height - horizon;
  const field = rows
    .filter(({ drop }) => drop < depth)
    .map(({ drop, gap, weight }) =>
      line(
        `M${short(width / 2 - gap * Math.ceil(width / 2 / gap))} ${short(horizon + drop)}H${width + 20}`,
        paint.dot,
        weight,
        {
          round: true,
          dash: `0 ${gap}`,
        },
      ),
    );
  return [
    rect(0, 0, width, horizon, paint.sky),
    rect(0, horizon, width, depth, paint.ground),
    ...field,
    line(`M0 ${short(horizon)}H${width}`, paint.horizon, 3),
  ].join('');
}

function beamShape({ beam }: Scene): string {
  if ('lens' in beam) return circle(...beam.lens, beam.radius, '#fff');
  return `<path d="${outline(beam)}"/>`;
}

function lampAt([x, y]: Point): string {
  return circle(x, y, 13, palette.beacon) + ring(x, y, 24, palette.beacon, 3);
}

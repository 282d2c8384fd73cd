import type { Paint } from '../paint.ts';
import { area, circle, line, ring, tilted } from '../shapes.ts';

// Side silhouettes with the nose to the left, 440 long, standing on y = 0 and starting at x = 0.

interface Body {
  outline: string;
  glass: string;
  /** Creases and openings. */
  detail: string;
  wheels: readonly [front: number, rear: number];
  wheel: number;
}

/** The underside with both wheel arches, from the tail back to the nose. */
function underside(wheels: readonly [number, number], wheel: number, sill: number): string {
  const r = wheel + 5;
  const half = Math.sqrt(r * r - (wheel - sill) ** 2);
  const arch = (x: number) => `L${(x + half).toFixed(1)} ${-sill}A${r} ${r} 0 1 0 ${(x - half).toFixed(1)} ${-sill}`;
  return `${arch(wheels[1])}${arch(wheels[0])}`;
}

const mid = { wheels: [88, 350], wheel: 34 } as const;
const midEngine: Body = {
  ...mid,
  outline: `M5 -24C3 -38 12 -50 34 -58C60 -74 94 -82 124 -79C136 -78 146 -80 156 -83C184 -102 212 -113 250 -114C292 -114 330 -104 366 -88L428 -86C436 -84 438 -78 436 -70L431 -36C430 -26 426 -19 414 -18${underside(mid.wheels, mid.wheel, 18)}L22 -18C12 -18 7 -19 5 -24Z`,
  glass: 'M166 -80C192 -99 216 -107 248 -107C268 -107 284 -104 300 -98L282 -80Z',
  detail: 'M306 -78L338 -88L322 -62L296 -52ZM22 -42L70 -56L58 -46L24 -36ZM424 -72L436 -72L434 -62L422 -62Z',
};

const gt = { wheels: [84, 350], wheel: 36 } as const;
const grandTourer: Body = {
  ...gt,
  outline: `M6 -30C4 -50 10 -66 40 -72C92 -82 150 -86 192 -88C222 -110 254 -121 292 -121C334 -121 368 -107 398 -90C420 -84 436 -78 436 -60L432 -32C430 -24 424 -18 412 -18${underside(gt.wheels, gt.wheel, 18)}L20 -18C10 -18 7 -22 6 -30Z`,
  glass: 'M208 -88C234 -106 262 -113 292 -113C324 -113 348 -104 372 -90Z',
  detail: 'M132 -66L168 -66L160 -46L140 -46ZM10 -56L36 -66L42 -58L12 -48ZM414 -74L436 -68L436 -58L412 -62Z',
};

const open = { wheels: [86, 346], wheel: 34 } as const;
const roadster: Body = {
  ...open,
  outline: `M5 -26C4 -44 14 -58 38 -66C70 -79 130 -82 186 -84L224 -112L231 -109L204 -80L268 -78C272 -92 284 -98 298 -96C330 -90 372 -84 412 -80C430 -78 438 -72 436 -60L431 -34C429 -24 424 -18 412 -18${underside(open.wheels, open.wheel, 18)}L20 -18C10 -18 6 -20 5 -26Z`,
  glass: 'M198 -84L225 -106L229 -105L206 -83Z',
  detail: 'M294 -72L330 -76L316 -56L290 -52ZM16 -50L58 -61L52 -51L18 -43ZM418 -70L436 -66L435 -57L416 -60Z',
};

export type CarBody = 'mid-engine' | 'grand-tourer' | 'roadster';
const bodies: Readonly<Record<CarBody, Body>> = {
  'mid-engine': midEngine,
  'grand-tourer': grandTourer,
  roadster,
};

export function car(p: Paint, name: CarBody, paintwork: string): string {
  const { outline, glass, detail, wheels, wheel } = bodies[name];
  const waist = 'M60 -46C150 -54 300 -56 424 -50';
  return [
    area('M14 0h410v-8H14Z', p.lit ? p.dot : p.dark),
    ...wheels.map((x) => circle(x, -wheel, wheel + 6, p.dark)),
    area(outline, paintwork),
    area(glass, p.glass),
    area(detail, p.dark),
    line(waist, p.dark, 1.6),
    ...wheels.map((x) => rim(p, x, wheel)),
  ].join('');
}

function rim(p: Paint, x: number, r: number): string {
  const spokes = [0, 72, 144, 216, 288]
    .map((turn) => tilted(turn, area(`M-3 0L-6 ${-r * 0.64}h12L3 0Z`, p.shade)))
    .join('');
  return `<g transform="translate(${x} ${-r})">${circle(0, 0, r, p.dark)}${spokes}${ring(0, 0, r * 0.68, p.shade, 3)}${circle(0, 0, r * 0.16, p.face)}</g>`;
}

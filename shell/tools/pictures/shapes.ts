export type Point = readonly [x: number, y: number];

/** A tenth of a unit is finer than any screen shows; shorter numbers keep the files small. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const rounding = radius ? ` rx="${short(radius)}"` : '';
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${rounding} fill="${fill}"/>`;
}

export function circle(cx: number, cy: number, r: number, fill: string): string {
  return `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(r)}" fill="${fill}"/>`;
}

export function ring(cx: number, cy: number, r: number, color: string, width: number): string {
  return `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(r)}" fill="none" stroke="${color}" stroke-width="${short(width)}"/>`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"/>`;
}

export function polygon(points: readonly Point[], fill: string): string {
  return `<path d="${outline(points)}" fill="${fill}"/>`;
}

export function area(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

export function line(d: string, color: string, width: number, { round = false, dash = '' } = {}): string {
  const ends = round ? ' stroke-linecap="round" stroke-linejoin="round"' : '';
  const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${short(width)}"${ends}${dashes}/>`;
}

/** Many lines in one element: `[x1, y1, x2, y2]` each. */
export function segments(list: readonly (readonly [number, number, number, number])[], color: string, width: number) {
  return line(list.map((s) => `M${short(s[0])} ${short(s[1])}L${short(s[2])} ${short(s[3])}`).join(''), color, width);
}

export function outline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`;
}

/** Puts shapes drawn around 0,0 at a place; `scale` may mirror with `[-1, 1]`. */
export function at(x: number, y: number, content: string, scale: number | Point = 1): string {
  const size = typeof scale === 'number' ? String(scale) : scale.join(' ');
  const scaled = size === '1' ? '' : ` scale(${size})`;
  return `<g transform="translate(${short(x)} ${short(y)})${scaled}">${content}</g>`;
}

export function tilted(degrees: number, content: string): string {
  return `<g transform="rotate(${degrees})">${content}</g>`;
}

/** `count` numbers from `start`, `step` apart. */
export function spread(count: number, start: number, step: number): number[] {
  return Array.from({ length: count }, (_, index) => start + index * step);
}

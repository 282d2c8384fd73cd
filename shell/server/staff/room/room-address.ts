import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import type { Span } from './charts/scales.ts';

export const roomPlace = '/_ops';

const hour = 3_600_000;
/** How far back charts look, by the name that stands in addresses. */
export const spans = {
  hour: { words: 'Last hour', length: hour },
  day: { words: '24 hours', length: 24 * hour },
  week: { words: '7 days', length: 7 * 24 * hour },
  month: { words: '30 days', length: 30 * 24 * hour },
} as const;

export type SpanName = keyof typeof spans;

export function spanNameOf(query: URLSearchParams): SpanName {
  const name = query.get('span') ?? '';
  // Just looked up among the names.
  return Object.hasOwn(spans, name) ? (name as SpanName) : 'day';
}

export function spanOf(name: SpanName, now: number): Span {
  return { from: now - spans[name].length, to: now };
}

/** A remote that is named in an address; null for what cannot be one. */
export function remoteIn(query: URLSearchParams, name = 'remote'): string | null {
  const text = query.get(name) ?? '';
  return partNamePattern.test(text) ? text : null;
}

export function releaseIn(query: URLSearchParams, name: string): string | null {
  const text = query.get(name) ?? '';
  return releaseIdPattern.test(text) ? text : null;
}

/** An address of the room; what is empty is left out. */
export function roomHref(
  path: string,
  fields: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined && value !== '') query.append(name, String(value));
  }
  return `${roomPlace}${path}${query.size === 0 ? '' : `?${query}`}`;
}

export const remoteHref = (remote: string) => roomHref(`/remotes/${remote}`);
export const revisionHref = (revision: number) => roomHref(`/revisions/${revision}`);

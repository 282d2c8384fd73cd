import { segmentsOf } from './match-path.ts';
import type { RouteMeta } from './release.ts';

/** The answer to the GET that a route names as its data. Any other status counts as no answer. */
export type RouteAnswer = { status: 200; body: unknown } | { status: 404 };

/**
 * The API path or the whole address of a page's data: the route's `data` with the address's parameters, each encoded.
 * @returns null if the route names no data, or if a parameter cannot be decoded or would change the folder.
 */
export function routeDataPath({ path, data }: Pick<RouteMeta, 'path' | 'data'>, pathname: string): string | null {
  const names = segmentsOf(path);
  const values = segmentsOf(pathname);
  try {
    return data?.replace(/:[A-Za-z]+/g, (name) => encodeStep(values[names.indexOf(name)])) ?? null;
  } catch {
    return null;
  }
}

/** @throws URIError for `.` and `..`: URLs resolve them as steps even when they are written as `%2e%2e`. */
function encodeStep(segment = ''): string {
  const value = decodeURIComponent(segment);
  if (/^\.{0,2}$/.test(value)) throw new URIError(segment);
  return encodeURIComponent(value);
}

/** Reads a member of the answer. It returns undefined for an empty text or another type. */
export function textOf(answer: RouteAnswer | null, member = ''): string | undefined {
  // `Object` makes any JSON value safe to read members of.
  const body = answer?.status === 200 ? Object(answer.body) : {};
  const text: unknown = Object.hasOwn(body, member) ? body[member] : '';
  return (typeof text === 'string' && text.trim() && text) || undefined;
}

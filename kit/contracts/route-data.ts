import { segmentsOf } from './match-path.ts';
import type { RouteMeta } from './release.ts';

/** What the API said to the GET that a route names as its data. Whatever else it says is no answer. */
export type RouteAnswer = { status: 200; body: unknown } | { status: 404 };

/**
 * The path to ask the API for, of a page under this address: the route's `data` with the address's parameters, each encoded.
 * Null when the route names none, or a parameter does not decode or would be a step to another folder.
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

/** @throws URIError for what has no spelling in a URL that is not a step: `.` and `..` have none, not even `%2e%2e`. */
function encodeStep(segment = ''): string {
  const value = decodeURIComponent(segment);
  if (/^\.{0,2}$/.test(value)) throw new URIError(segment);
  return encodeURIComponent(value);
}

/** A member of the answer that is a text, and not an empty one. */
export function textOf(answer: RouteAnswer | null, member = ''): string | undefined {
  // Whatever it is: of anything but an object there is no member.
  const body = answer?.status === 200 ? Object(answer.body) : {};
  const text: unknown = Object.hasOwn(body, member) ? body[member] : '';
  return (typeof text === 'string' && text.trim() && text) || undefined;
}

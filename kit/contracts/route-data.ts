import { parametersOf } from './match-path.ts';
import type { RouteMeta } from './release.ts';

/** What the API said to the GET that a route names as its data. Whatever else it says is no answer. */
export type RouteAnswer = { status: 200; body: unknown } | { status: 404 };

/**
 * The path to ask the API for, of a page under this address: the route's `data` with the address's parameters, each encoded.
 * Null when the route names none, or a parameter would be a step to another folder.
 */
export function routeDataPath({ path, data }: Pick<RouteMeta, 'path' | 'data'>, pathname: string): string | null {
  if (data === undefined) return null;
  const values = parametersOf(path, pathname);
  const segments = data.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment;
    const value = values.get(segment.slice(1));
    // URLs have no spelling of these that is not a step, not even `%2e%2e`.
    return value === undefined || /^\.{0,2}$/.test(value) ? null : encodeURIComponent(value);
  });
  return segments.includes(null) ? null : segments.join('/');
}

/** A member of the answer that is a text, and not an empty one. */
export function textOf(answer: RouteAnswer | null, member: string | undefined): string | undefined {
  if (answer?.status !== 200 || member === undefined) return undefined;
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, member)) return undefined;
  const text: unknown = Reflect.get(body, member);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';

export const roomPlace = '/_ops';

/** Gives the remote that an address names; null for a text that cannot be the name of a remote. */
export function remoteIn(query: URLSearchParams, name = 'remote'): string | null {
  const text = query.get(name) ?? '';
  return partNamePattern.test(text) ? text : null;
}

export function releaseIn(query: URLSearchParams, name: string): string | null {
  const text = query.get(name) ?? '';
  return releaseIdPattern.test(text) ? text : null;
}

/** Gives an address of the control room without its empty parameters. */
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

export const incidentHref = (name: string) => roomHref(`/incidents/${name}`);
export const remoteHref = (remote: string) => roomHref(`/remotes/${remote}`);
export const revisionHref = (revision: number) => roomHref(`/revisions/${revision}`);

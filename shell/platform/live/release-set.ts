import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';

/** A revision of the composition, and the remotes that take another release in it than the live one. */
export interface ReleaseSet {
  revision: number;
  /** Release ids by remote. */
  overrides: Readonly<Record<string, string>>;
}

/** `12`, or `12+mf-agents@1.1.0-0a1b2c3d,mf-demos@...`: the name of a set in headers, data blocks, addresses and logs. */
export function nameReleaseSet({ revision, overrides }: ReleaseSet): string {
  const parts = Object.entries(overrides).map(([remote, id]) => `${remote}@${id}`);
  return parts.length === 0 ? String(revision) : `${revision}+${parts.sort().join(',')}`;
}

/** Null for anything that is not the one spelling of a set's name. */
export function parseReleaseSet(name: string): ReleaseSet | null {
  const { revision, parts = '' } = /^(?<revision>[1-9]\d{0,9})(?:\+(?<parts>.{1,1000}))?$/.exec(name)?.groups ?? {};
  if (!revision) return null;
  const pairs = parts === '' ? [] : parts.split(',').map((part) => part.split('@'));
  const isWrong = pairs.some(([remote = '', id = '']) => !partNamePattern.test(remote) || !releaseIdPattern.test(id));
  if (isWrong) return null;
  const set = { revision: Number(revision), overrides: Object.fromEntries(pairs) };
  return nameReleaseSet(set) === name ? set : null;
}

import { isDeepStrictEqual } from 'node:util';
import type { ReleaseRecord, RouteMeta } from 'kit/contracts/release';
import { measureRelease } from '../budgets/size-budget.ts';
import type { SizeBudget } from '../budgets/size-budget-schema.ts';
import { publisherOf } from '../keys/release-signature.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { type LoadedRelease, loadRelease } from '../release/release-files.ts';

export type Change = 'added' | 'removed' | 'changed' | 'same';

/** One of two releases, as a whole. */
export interface ComparedRelease {
  id: string;
  version: string;
  commit: string | null;
  /** ISO 8601, UTC. */
  builtAt: string;
  /** The key that it counts by; null where none does. */
  publishedBy: string | null;
  /** All files, in bytes. */
  bytes: number;
  files: number;
  /** What visitors load of it, in bytes of brotli; null where a file of it is damaged. */
  weight: SizeBudget | null;
}

/** What two releases of a remote differ in. `one` is the older of them in the mind of whoever asks. */
export interface ReleaseComparison {
  remote: string;
  one: ComparedRelease;
  other: ComparedRelease;
  /** What the remote may weigh. */
  budget: SizeBudget;
  routes: readonly RouteChange[];
  files: readonly FileChange[];
  /** Shared modules that each part takes from the shell. */
  needs: readonly { chunk: string; module: string; change: Change; one: string | null; other: string | null }[];
}

export interface RouteChange {
  path: string;
  change: Change;
  /** Of a changed one, what of it. */
  fields: readonly string[];
  one: RouteMeta | null;
  other: RouteMeta | null;
}

export interface FileChange {
  path: string;
  change: Change;
  /** In bytes. */
  one: number | null;
  other: number | null;
}

/** Compares two releases that the store holds, by their records. Throws a ReleaseError where one is missing or damaged. */
export async function compareReleases(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  { remote, one, other }: { remote: string; one: string; other: string },
): Promise<ReleaseComparison> {
  if (chain.rights.revision === null) await chain.refresh({ whole: true });
  const [first, second] = await Promise.all([one, other].map((id) => loadRelease(store, remote, id)));
  if (!first || !second) throw new Error('two releases were loaded');
  const describe = async (release: LoadedRelease): Promise<ComparedRelease> => {
    const { id, version, commit, builtAt, files } = release.record;
    const sizes = Object.values(files).map(({ bytes }) => bytes);
    return {
      ...{ id, version, commit, builtAt, files: sizes.length },
      bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
      publishedBy: await publisherOf({ store, rights: chain.rights, at: null }, release),
      weight: await measureRelease(release).catch(() => null),
    };
  };
  return {
    remote,
    one: await describe(first),
    other: await describe(second),
    budget: chain.rights.budgetOf(remote),
    routes: compareRoutes(first.record, second.record),
    files: compareFiles(first.record, second.record),
    needs: compareNeeds(first.record, second.record),
  };
}

function compareRoutes(one: ReleaseRecord, other: ReleaseRecord): RouteChange[] {
  const byPath = ({ routes }: ReleaseRecord) => new Map(routes.map((route) => [route.path, route]));
  return pairs(byPath(one), byPath(other)).map(([path, before, after]) => ({
    path,
    change: changeOf(before, after),
    fields: before && after ? fieldsThatDiffer(before, after) : [],
    one: before,
    other: after,
  }));
}

function compareFiles(one: ReleaseRecord, other: ReleaseRecord): FileChange[] {
  const files = (record: ReleaseRecord) => new Map(Object.entries(record.files));
  return pairs(files(one), files(other)).map(([path, before, after]) => ({
    path,
    change: changeOf(before, after),
    one: before?.bytes ?? null,
    other: after?.bytes ?? null,
  }));
}

function compareNeeds(one: ReleaseRecord, other: ReleaseRecord): ReleaseComparison['needs'] {
  const needs = ({ needs: all }: ReleaseRecord) =>
    new Map(
      Object.entries(all).flatMap(([chunk, modules]) =>
        Object.entries(modules).map(([module, range]) => [`${chunk} ${module}`, { chunk, module, range }] as const),
      ),
    );
  return pairs(needs(one), needs(other)).map(([key, before, after]) => {
    const [chunk = '', module = ''] = key.split(' ');
    return { chunk, module, change: changeOf(before, after), one: before?.range ?? null, other: after?.range ?? null };
  });
}

function fieldsThatDiffer(one: RouteMeta, other: RouteMeta): string[] {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof RouteMeta)[]);
  return [...fields].filter((field) => !isDeepStrictEqual(one[field], other[field]));
}

/** Everything of two lists by its name, in the order of the names. */
function pairs<Item>(
  one: ReadonlyMap<string, Item>,
  other: ReadonlyMap<string, Item>,
): [name: string, one: Item | null, other: Item | null][] {
  const names = [...new Set([...one.keys(), ...other.keys()])].sort();
  return names.map((name) => [name, one.get(name) ?? null, other.get(name) ?? null]);
}

/** What became of a thing: null where it is not. */
export function changeOf(one: unknown, other: unknown): Change {
  if (one === null) return 'added';
  if (other === null) return 'removed';
  return isDeepStrictEqual(one, other) ? 'same' : 'changed';
}

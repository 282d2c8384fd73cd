import { isDeepStrictEqual } from 'node:util';
import type { Composition } from 'kit/contracts/composition';
import type { ReleaseRecord, RouteMeta } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { messageOf } from 'kit/server/text';
import { checkRequirements } from 'kit/squad/rules/check-release';
import { loadRelease } from './release-files.ts';
import type { ReleaseStore } from './release-store.ts';

const maxShown = 20;

interface Move {
  remote: string;
  from: string;
  to: string;
}

/**
 * Lists the differences of the next release from the current one: routes, bytes of the browser files, and required shared
 * modules. It reads only the two records. A release that cannot be loaded gives a line that says so, and prevents no rollback.
 *
 * @param composition the live releases, for lines about what the shell and the remotes require of each other
 */
export async function releaseDifferences(
  store: ReleaseStore,
  move: Move,
  composition: Pick<Composition, 'remotes'> | null = null,
): Promise<string[]> {
  const { remote, from, to } = move;
  try {
    const [before, after] = await Promise.all([loadRelease(store, remote, from), loadRelease(store, remote, to)]);
    const all = [routeDifferences, sizeDifference, needsDifferences, originDifferences, slotDifferences];
    const lines = all.flatMap((differences) => differences(before.record, after.record));
    const hints = await shellHints(store, after.record, composition?.remotes ?? {});
    if (lines.length === 0) return ['Routes, sizes and requirements are the same.', ...hints];
    const rest = lines.length - maxShown;
    return [...lines.slice(0, maxShown), ...(rest > 0 ? [`and ${rest} more`] : []), ...hints];
  } catch (error) {
    return [`What differs is not known: ${messageOf(error)}`];
  }
}

/**
 * For a release of the shell, which live remotes take shared modules that it lacks, so that its gate refuses it; for a release of a
 * remote, why the gate would refuse a rollback of the shell once this release is live.
 */
async function shellHints(
  store: ReleaseStore,
  record: ReleaseRecord,
  remotes: Composition['remotes'],
): Promise<string[]> {
  const load = async (remote: string, id: string) =>
    (await loadRelease(store, remote, id).catch(() => null))?.record ?? null;
  if (!record.shell) {
    const previous = remotes[shellName]?.previous;
    const shell = previous ? (await load(shellName, previous))?.shell : null;
    return shell
      ? checkRequirements(record, shell.sharedModules).map(
          ({ problem }) => `a rollback of the shell to ${previous} would be refused from then on: ${problem}`,
        )
      : [];
  }
  const { sharedModules } = record.shell;
  const used = Object.entries(remotes).flatMap(([name, { live, canary }]) =>
    name === shellName
      ? []
      : [{ name, id: live, state: 'live' }, ...(canary ? [{ name, id: canary.id, state: 'canary' }] : [])],
  );
  const found = used.map(async ({ name, id, state }) => {
    const other = await load(name, id);
    const problems = other ? checkRequirements(other, sharedModules) : [];
    return problems.map(({ problem }) => `this shell would break ${name} ${id} (${state}): ${problem}`);
  });
  return (await Promise.all(found)).flat();
}

function routeDifferences(before: ReleaseRecord, after: ReleaseRecord): string[] {
  const byPath = ({ routes }: ReleaseRecord) => new Map(routes.map((route) => [route.path, route]));
  return pairs(byPath(before), byPath(after)).map(([path, old, next]) => {
    if (!old) return `route ${path} is added`;
    if (!next) return `route ${path} is removed`;
    const fields = new Set([...Object.keys(old), ...Object.keys(next)] as (keyof RouteMeta)[]);
    const changed = [...fields].filter((field) => !isDeepStrictEqual(old[field], next[field]));
    return `route ${path} changes: ${changed.join(', ')}`;
  });
}

function sizeDifference(before: ReleaseRecord, after: ReleaseRecord): string[] {
  const [old, next] = [browserBytes(before), browserBytes(after)];
  return old === next ? [] : [`browser files, uncompressed: ${inWords(old)} -> ${inWords(next)} bytes`];
}

function browserBytes({ files }: ReleaseRecord): number {
  const sizes = Object.entries(files).map(([path, { bytes }]) => (path.startsWith('browser/') ? bytes : 0));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

const inWords = (bytes: number) => bytes.toLocaleString('en-GB');

/** Lists changed requirements. The same change in several chunks is one line. */
function needsDifferences(before: ReleaseRecord, after: ReleaseRecord): string[] {
  const ranges = ({ needs }: ReleaseRecord) =>
    new Map(
      Object.entries(needs).flatMap(([chunk, modules]) =>
        Object.entries(modules).map(([module, range]) => [`${module} in ${chunk}`, { chunk, module, range }] as const),
      ),
    );
  const changes = pairs(ranges(before), ranges(after)).map(([, old, next]) => ({
    chunk: (next ?? old)?.chunk ?? '',
    words: `${(next ?? old)?.module}: ${old?.range ?? 'not required'} -> ${next?.range ?? 'not required'}`,
  }));
  return [...Map.groupBy(changes, ({ words }) => words)].map(
    ([words, same]) => `requires ${words} (${same.map(({ chunk }) => chunk).join(', ')})`,
  );
}

function originDifferences(before: ReleaseRecord, after: ReleaseRecord): string[] {
  const used = ({ origins = {} }: ReleaseRecord) =>
    new Map(
      Object.entries(origins).flatMap(([kind, list]) => (list ?? []).map((origin) => [`${kind}: ${origin}`, true])),
    );
  return pairs(used(before), used(after)).map(([use, old]) => `${old ? 'uses no longer' : 'uses'} ${use}`);
}

function slotDifferences(before: ReleaseRecord, after: ReleaseRecord): string[] {
  const offered = ({ slots: { widgets, ...links } = {} }: ReleaseRecord) =>
    new Map<string, unknown>(Object.entries({ ...widgets, ...links }));
  return pairs(offered(before), offered(after)).map(([slot, , next]) =>
    next ? `offers in the slot ${slot}: ${JSON.stringify(next)}` : `offers no longer in the slot ${slot}`,
  );
}

/** Pairs the items of two lists by name, sorted by name. */
function pairs<Item>(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
): [name: string, before: Item | undefined, after: Item | undefined][] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((name): [string, Item | undefined, Item | undefined] => [name, before.get(name), after.get(name)])
    .filter(([, old, next]) => !isDeepStrictEqual(old, next));
}

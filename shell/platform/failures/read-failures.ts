import { parseJson } from '../parse-json.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import {
  addFailures,
  type FailureCount,
  type FailureGroup,
  failureFileSchema,
  failuresKeptFor,
  type MappedFrame,
  type StackFrame,
} from './failure-counts.ts';
import { scriptOf } from './script-address.ts';

/** Finds the source of what browsers ran; a frame without a map keeps `source: null`. */
export interface StackMapper {
  map(stack: readonly StackFrame[]): Promise<readonly MappedFrame[]>;
}

export interface SiteFailures {
  /** Those that most networks saw first. */
  failures: readonly FailureGroup[];
  /** What could not be read, in sentences. */
  problems: readonly string[];
}

/** More are not looked up in source maps at once, and not shown. */
const maxGroups = 100;

/**
 * Reads the failures of the last seven days that all shell servers over a store were told of, each once: by message and place in
 * the source, however many releases it is in. Who goes back wants to know whether the one before fails in the same way.
 */
export async function readFailures(
  { failures: notes }: Pick<ReleaseStore, 'failures'>,
  mapper: StackMapper,
  now = Date.now(),
): Promise<SiteFailures> {
  const problems: string[] = [];
  const counts: FailureCount[] = [];
  for (const [name, text] of await notes.readAll()) {
    const file = parseJson(failureFileSchema, text);
    if (file) counts.push(...file.filter(({ lastSeen }) => lastSeen >= now - failuresKeptFor));
    else problems.push(`What was counted of failures in "${name}" is damaged, and is left out.`);
  }
  const seen = addBy(counts, ({ id }) => id).toSorted(byWeight);
  const mapped = await Promise.all(
    seen.slice(0, maxGroups).map(async (failure) => ({
      ...failure,
      stack: await mapper.map(failure.stack),
      releases: { [failure.release]: failure.count },
    })),
  );
  return { failures: addBy(mapped, keyOf, addReleases).toSorted(byWeight), problems };
}

function addBy<Failure extends FailureCount | FailureGroup>(
  failures: readonly Failure[],
  keyOfFailure: (failure: Failure) => string,
  add: (same: readonly [Failure, ...Failure[]]) => Failure = addFailures,
): Failure[] {
  return [...Map.groupBy(failures, keyOfFailure).values()].flatMap(([first, ...rest]) =>
    first ? [add([first, ...rest])] : [],
  );
}

function addReleases(parts: readonly [FailureGroup, ...FailureGroup[]]): FailureGroup {
  const releases = new Map<string, number>();
  for (const { release, count } of parts) releases.set(release, (releases.get(release) ?? 0) + count);
  return { ...addFailures(parts), releases: Object.fromEntries(releases) };
}

type Weighed = Pick<FailureCount, 'networks' | 'count' | 'lastSeen'>;

function byWeight(one: Weighed, other: Weighed): number {
  return other.networks - one.networks || other.count - one.count || other.lastSeen - one.lastSeen;
}

/** Lines move between releases: a place is its line's text, where the map holds that. */
function keyOf({ remote, kind, message, stack }: FailureGroup): string {
  const places = stack.map(({ source, script, line, column }) =>
    source ? `${source.file} ${source.text || source.line}` : `${scriptOf(script)?.file ?? script}:${line}:${column}`,
  );
  return JSON.stringify([remote, kind, message, ...places]);
}

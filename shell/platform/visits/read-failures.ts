import type { ReleaseStore } from '../store/release-store.ts';
import { addCounts, mergeFailures } from './merge-visits.ts';
import { addSketches, networksIn } from './network-sketch.ts';
import { isIn, type VisitSpan } from './read-visits.ts';
import { scriptOf } from './script-address.ts';
import type { FailureCount, FailureGroup, MappedFrame, StackFrame } from './visit-counts.ts';
import { readFiles } from './visit-files.ts';

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
const mostGroups = 100;

/**
 * Reads the failures that all shell servers over a store were told of, each once: by message and place in the source, however
 * many releases it is in. Who goes back wants to know whether the one before fails in the same way.
 */
export async function readFailures(
  { visits: notes }: Pick<ReleaseStore, 'visits'>,
  span: VisitSpan,
  mapper: StackMapper,
): Promise<SiteFailures> {
  const { files, problems } = await readFiles(notes, isIn(span));
  const counts = files.flatMap(({ content }) => content?.failures ?? []);
  const seen = mergeFailures(counts.filter(({ firstSeen, lastSeen }) => firstSeen < span.to && lastSeen >= span.from));
  const mapped = await Promise.all(
    seen.slice(0, mostGroups).map(async (failure) => ({ ...failure, stack: await mapper.map(failure.stack) })),
  );
  const groups = [...Map.groupBy(mapped, keyOf).values()].flatMap(([first, ...rest]) => {
    return first ? [groupOf([first, ...rest])] : [];
  });
  const failures = groups.sort(
    (one, other) => other.networks - one.networks || other.count - one.count || other.lastSeen - one.lastSeen,
  );
  return { failures, problems };
}

type MappedFailure = Omit<FailureCount, 'stack'> & { stack: readonly MappedFrame[] };

/** Lines move between releases: a place is its line's text, where the map holds that. */
function keyOf({ remote, kind, message, stack }: MappedFailure): string {
  const places = stack.map(({ source, script, line, column }) =>
    source ? `${source.file} ${source.text || source.line}` : `${scriptOf(script)?.file ?? script}:${line}:${column}`,
  );
  return JSON.stringify([remote, kind, message, ...places]);
}

/** The same failure in one release or several, as it was seen last. */
function groupOf(parts: readonly [MappedFailure, ...MappedFailure[]]): FailureGroup {
  const last = parts.reduce((one, other) => (other.lastSeen > one.lastSeen ? other : one));
  return {
    ...last,
    releases: countReleases(parts),
    firstSeen: Math.min(...parts.map(({ firstSeen }) => firstSeen)),
    count: parts.reduce((sum, { count }) => sum + count, 0),
    networks: networksIn(addSketches(parts.map(({ networks }) => networks))),
    browsers: addCounts(parts.map(({ browsers }) => browsers)),
    pages: addCounts(parts.map(({ pages }) => pages)),
  };
}

function countReleases(parts: readonly MappedFailure[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { release, count } of parts) counts.set(release, (counts.get(release) ?? 0) + count);
  return Object.fromEntries(counts);
}

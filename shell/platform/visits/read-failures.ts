import type { ReleaseStore } from '../store/release-store.ts';
import { mergeFailures } from './merge-visits.ts';
import { networksIn } from './network-sketch.ts';
import { isIn, type VisitSpan } from './read-visits.ts';
import type { FailureGroup, MappedFrame, StackFrame } from './visit-counts.ts';
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

/** Reads the failures that all shell servers over a store were told of, each once for each release. */
export async function readFailures(
  { visits: notes }: Pick<ReleaseStore, 'visits'>,
  span: VisitSpan,
  mapper: StackMapper,
): Promise<SiteFailures> {
  const { files, problems } = await readFiles(notes, isIn(span));
  const counts = files.flatMap(({ content }) => content?.failures ?? []);
  const seen = mergeFailures(counts.filter(({ firstSeen, lastSeen }) => firstSeen < span.to && lastSeen >= span.from));
  const failures = await Promise.all(
    seen.slice(0, mostGroups).map(async (failure) => ({
      ...failure,
      networks: networksIn(failure.networks),
      stack: await mapper.map(failure.stack),
    })),
  );
  return { failures, problems };
}

import type { ReleaseStore } from '../store/release-store.ts';
import type { VisitSpan } from './read-visits.ts';
import type { FailureGroup, MappedFrame, StackFrame } from './visit-counts.ts';

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

/** Reads the failures that all shell servers over a store were told of, each once for each release. */
export async function readFailures(
  _store: ReleaseStore,
  _span: VisitSpan,
  _mapper: StackMapper,
): Promise<SiteFailures> {
  return { failures: [], problems: [] };
}

import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { releaseIdPattern, remoteNamePattern } from 'kit/contracts/release';
import { parseJson } from 'kit/server/text';
import { LRUCache } from 'lru-cache';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { StoredRelease } from '../serve/stored-release.ts';
import {
  addFailures,
  type FailureCount,
  type FailureGroup,
  failureFileSchema,
  failuresKeptFor,
  type MappedFrame,
  type StackFrame,
} from './failure-counter.ts';

/** Maps stack frames to their source. A frame without a source map keeps `source: null`. */
export interface StackMapper {
  map(stack: readonly StackFrame[]): Promise<readonly MappedFrame[]>;
}

const maxGroups = 100;

/**
 * Reads the failures of the last seven days that browsers reported to all shell servers of a store. Failures with the same
 * message and source place are merged across releases, so that staff see before a rollback whether the previous release fails too.
 *
 * @returns the failures, those in most networks first, and a sentence for each file that could not be read
 */
export async function readFailures(
  { failures: notes }: Pick<ReleaseStore, 'failures'>,
  mapper: StackMapper,
  { now = Date.now(), remote }: { now?: number; remote?: string | undefined } = {},
) {
  const problems: string[] = [];
  const counts: FailureCount[] = [];
  for (const [name, text] of await notes.readAll()) {
    const file = parseJson(failureFileSchema, text);
    if (file) counts.push(...file.filter((one) => one.lastSeen >= now - failuresKeptFor && isOf(one, remote)));
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

const isOf = (failure: FailureCount, remote: string | undefined) => remote === undefined || failure.remote === remote;

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

/** Identifies a place by the text of its line where the map has it, because line numbers change between releases. */
function keyOf({ remote, kind, message, stack }: FailureGroup): string {
  const places = stack.map(({ source, script, line, column }) =>
    source ? `${source.file} ${source.text || source.line}` : `${scriptOf(script)?.file ?? script}:${line}:${column}`,
  );
  return JSON.stringify([remote, kind, message, ...places]);
}

/** Maximum number of source maps in memory. It covers one list of failures. */
const maxMaps = 30;
/** The largest source map that is read, in characters. It is ten times the size of our largest one. */
const longestMap = 20_000_000;
/** Maximum length of a source line, in characters. */
const maxShown = 200;

interface MapperParts {
  platform: Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>;
  /** Returns the source map of a script of the shell by its name; null when there is none. */
  readShellMap: (script: string) => Promise<string | null>;
}

/** Maps stack frames to source lines with the source maps of the releases. It reads them on demand. */
export class SourceMapper implements StackMapper {
  readonly #parts: MapperParts;
  readonly #maps = new LRUCache<string, Promise<TraceMap | null>>({ max: maxMaps });

  constructor(parts: MapperParts) {
    this.#parts = parts;
  }

  map(stack: readonly StackFrame[]): Promise<readonly MappedFrame[]> {
    return Promise.all(stack.map(async (frame) => ({ ...frame, source: await this.#sourceOf(frame) })));
  }

  async #sourceOf({ script, line, column }: StackFrame): Promise<MappedFrame['source']> {
    const map = await this.#mapOf(script);
    if (!map || line < 1) return null;
    // Browsers count columns from one.
    const place = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
    if (place.source === null) return null;
    const text = sourceContentFor(map, place.source)?.split('\n')[place.line - 1]?.trim() ?? '';
    return { file: place.source, line: place.line, text: text.slice(0, maxShown) };
  }

  #mapOf(script: string): Promise<TraceMap | null> {
    const known = this.#maps.get(script);
    if (known) return known;
    const map = this.#read(script)
      .then((text) => (text !== null && text.length <= longestMap ? new TraceMap(text) : null))
      // The release is missing or its map is invalid, so the stack stays as the browser reported it.
      .catch(() => null);
    this.#maps.set(script, map);
    return map;
  }

  async #read(script: string): Promise<string | null> {
    const of = scriptOf(script);
    if (!of) return null;
    if (of.release === '') return this.#parts.readShellMap(of.file);
    return (await StoredRelease.open(this.#parts.platform, of.remote, of.release)).sourceMap(of.file);
  }
}

export interface ScriptOfRelease {
  /** `shell` for a script of the shell. */
  remote: string;
  /** Empty for a script of the shell whose path names no release. */
  release: string;
  /** The path within the release or the shell's build. */
  file: string;
}

const fileName = /^(?!.*\.\.)[\w.@-]+(?:\/[\w.@-]+)*\.js$/;

/** Parses `/remotes/<remote>/<id>/<file>`, `/shell/<id>/<file>` and `/shell/<file>`; returns null for foreign scripts. */
export function scriptOf(path: string): ScriptOfRelease | null {
  const [, area, ...parts] = path.split('/');
  if (area === 'shell') {
    const isReleased = releaseIdPattern.test(parts[0] ?? '');
    const file = parts.slice(isReleased ? 1 : 0).join('/');
    return fileName.test(file) ? { remote: 'shell', release: isReleased ? (parts[0] ?? '') : '', file } : null;
  }
  const [remote = '', address = '', ...rest] = parts;
  // `<id>~27` is the same release in the URL of a retry.
  const release = address.replace(/~\d{1,4}$/, '');
  const file = rest.join('/');
  const isOurs = area === 'remotes' && remoteNamePattern.test(remote) && releaseIdPattern.test(release);
  return isOurs && fileName.test(file) ? { remote, release, file } : null;
}

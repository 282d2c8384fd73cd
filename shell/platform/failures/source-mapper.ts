import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { LRUCache } from 'lru-cache';
import { StoredRelease } from '../live/stored-release.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import type { MappedFrame, StackFrame } from './failure-counts.ts';
import type { StackMapper } from './read-failures.ts';
import { type ScriptOfRelease, scriptOf } from './script-address.ts';

/** Maps in memory, each with the scripts of one page: as many as a list of failures is about. */
const mostMaps = 30;
/** A larger map is not read, in characters: the largest of ours has a tenth of it. */
const longestMap = 20_000_000;
/** Of a line of the source. */
const mostShown = 200;

interface MapperParts {
  platform: Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>;
  /** The map of one of the shell's own scripts, by its name; null where there is none. */
  readShellMap: (script: string) => Promise<string | null>;
}

/** Finds the source lines of what browsers ran, by the maps that releases brought with them. Read when they are asked for. */
export class SourceMapper implements StackMapper {
  readonly #parts: MapperParts;
  readonly #maps = new LRUCache<string, Promise<TraceMap | null>>({ max: mostMaps });

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
    return { file: place.source, line: place.line, text: text.slice(0, mostShown) };
  }

  #mapOf(script: string): Promise<TraceMap | null> {
    const known = this.#maps.get(script);
    if (known) return known;
    const map = this.#read(script)
      .then((text) => (text !== null && text.length <= longestMap ? new TraceMap(text) : null))
      // A release that is gone, or a map that is none: the stack is shown as the browser told it.
      .catch(() => null);
    this.#maps.set(script, map);
    return map;
  }

  async #read(script: string): Promise<string | null> {
    const of = scriptOf(script);
    if (!of) return null;
    if (of.release === '') return this.#parts.readShellMap(of.file);
    return readRemoteMap(this.#parts.platform, of);
  }
}

async function readRemoteMap(platform: MapperParts['platform'], { remote, release, file }: ScriptOfRelease) {
  return (await StoredRelease.open(platform, remote, release)).sourceMap(file);
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodedMappings, encodedMappings, presortedDecodedMap, TraceMap } from '@jridgewell/trace-mapping';
import type { Compiler } from '@rspack/core';
import { packageScope } from '../squad/package-names.ts';

/** The container's map, which is removed: the container is generated code, whose columns depend on the folder. */
const containerMap = 'remoteEntry.js.map';

interface SourceMap {
  version: 3;
  sources: string[];
  sourcesContent?: (string | null)[];
  names: string[];
  mappings: string;
}

/** The source name of generated code. */
const generated = 'generated';

/** Matches the prefix in `webpack://mf-agents/./src/pages/portal.tsx`. */
const namespace = /^webpack:\/\/[^/]*\/(?:\.\/)?/;

/**
 * Moves the source maps of a browser bundle into a separate folder, from which no browser is served. Staff use them to look at
 * failures. Maps keep only the text of our own sources, and no positions of generated code: both contain the folder of the
 * checkout, so the same sources would get another release id on every machine.
 */
export class SourceMapsPlugin {
  readonly #folder: string;

  /** @param folder the absolute folder for the maps */
  constructor(folder: string) {
    this.#folder = folder;
  }

  apply(compiler: Compiler): void {
    const name = 'SourceMapsPlugin';
    const maps = new Map<string, string>();
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      maps.clear();
      // After the last stage that names files.
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
        for (const [file, source] of Object.entries(assets)) {
          if (!file.endsWith('.map')) continue;
          if (file !== containerMap) maps.set(file, withOwnSources(source.source().toString()));
          compilation.deleteAsset(file);
        }
      });
    });
    compiler.hooks.afterEmit.tap(name, () => {
      rmSync(this.#folder, { recursive: true, force: true });
      for (const [file, map] of maps) {
        const target = path.join(this.#folder, file);
        mkdirSync(path.dirname(target), { recursive: true });
        writeFileSync(target, map);
      }
    });
  }
}

function withOwnSources(text: string): string {
  // The cast is safe: the bundler wrote it.
  const map = JSON.parse(text) as SourceMap;
  const sources = map.sources.map((source) => nameOf(source.replace(namespace, '')));
  const sourcesContent = map.sourcesContent?.map((content, index) => (isOwn(sources[index] ?? '') ? content : null));
  return JSON.stringify({ ...map, sources, sourcesContent, mappings: withoutGenerated({ ...map, sources }) });
}

/** Removes positions of generated modules: these contain file names, so their columns depend on the folder's name. */
function withoutGenerated(map: SourceMap): string {
  const traced = new TraceMap(map);
  const mappings = decodedMappings(traced).map((line) =>
    line.map((segment): typeof segment =>
      segment.length > 1 && map.sources[segment[1] ?? -1] === generated ? [segment[0]] : segment,
    ),
  );
  return encodedMappings(presortedDecodedMap({ ...map, mappings }));
}

const plainName = /^(?:\.\.\/)*[\w@. -]+(?:\/[\w@. -]+)*$/;

/**
 * Returns a name that does not depend on the folder: packages have their own names. The name of a generated module may contain
 * its whole code, so it is replaced.
 */
function nameOf(source: string): string {
  const installed = source.lastIndexOf('node_modules/');
  if (installed > 0) return nameOf(source.slice(installed));
  return plainName.test(source) ? source : generated;
}

/** Whether a source belongs to the workspace or the kit, in this repository or installed by a squad. */
function isOwn(source: string): boolean {
  const [, installed] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (installed !== undefined) return installed.startsWith(`${packageScope}/`);
  return /\.[cm]?[jt]sx?$/.test(source);
}

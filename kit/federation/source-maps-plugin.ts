import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodedMappings, encodedMappings, presortedDecodedMap, TraceMap } from '@jridgewell/trace-mapping';
import type { Compiler } from '@rspack/core';
import { packageScope } from '../squad/package-names.ts';

/** The map of the container is dropped: the container is generated code, and its columns depend on the path of the checkout. */
const containerMap = 'remoteEntry.js.map';

interface SourceMap {
  version: 3;
  sources: string[];
  sourcesContent?: (string | null)[];
  names: string[];
  mappings: string;
}

/** The source name of all generated modules. */
const generated = 'generated';

/** The prefix of a source: `webpack://mf-agents/./` in `webpack://mf-agents/./src/pages/portal.tsx`. */
const namespace = /^webpack:\/\/[^/]*\/(?:\.\/)?/;

/**
 * Moves the source maps of a browser bundle to a separate folder. It is part of the release for staff who investigate a failure, but
 * is not served to browsers. A map keeps the text of our own sources only, and no positions of generated code: both contain the path
 * of the checkout, so equal sources would get different release ids.
 */
export function sourceMapsPlugin(folder: string) {
  return (compiler: Compiler): void => {
    const name = 'sourceMapsPlugin';
    const maps = new Map<string, string>();
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      maps.clear();
      // This stage follows the last one that renames files.
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
      rmSync(folder, { recursive: true, force: true });
      for (const [file, map] of maps) {
        const target = path.join(folder, file);
        mkdirSync(path.dirname(target), { recursive: true });
        writeFileSync(target, map);
      }
    });
  };
}

function withOwnSources(text: string): string {
  // The cast is safe: the bundler wrote this map in the same build.
  const map = JSON.parse(text) as SourceMap;
  const sources = map.sources.map((source) => nameOf(source.replace(namespace, '')));
  const sourcesContent = map.sourcesContent?.map((content, index) => (isOwn(sources[index] ?? '') ? content : null));
  return JSON.stringify({ ...map, sources, sourcesContent, mappings: withoutGenerated({ ...map, sources }) });
}

/** Generated modules contain absolute file paths, so their columns depend on the path of the checkout. */
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
 * Shortens the name of a source. Names of installed packages begin at `node_modules`, wherever that folder is. Generated modules get
 * one common name, because the bundler puts their source code into their names.
 */
function nameOf(source: string): string {
  const installed = source.lastIndexOf('node_modules/');
  if (installed > 0) return nameOf(source.slice(installed));
  return plainName.test(source) ? source : generated;
}

/** Whether a source belongs to the workspace or to the kit, which squads install as a package. */
function isOwn(source: string): boolean {
  const [, installed] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (installed !== undefined) return installed.startsWith(`${packageScope}/`);
  return /\.[cm]?[jt]sx?$/.test(source);
}

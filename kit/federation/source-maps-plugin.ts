import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodedMappings, encodedMappings, presortedDecodedMap, TraceMap } from '@jridgewell/trace-mapping';
import type { Compiler } from '@rspack/core';
import { packageScope } from '../squad/package-names.ts';

/** A container is all runtime; modules that the bundler was given as text have their columns go with the folder. */
const containerMap = 'remoteEntry.js.map';

interface SourceMap {
  version: 3;
  sources: string[];
  sourcesContent?: (string | null)[];
  names: string[];
  mappings: string;
}

/** The source that stands for what the bundler was given as text. */
const generated = 'generated';

/** `webpack://mf-agents/./src/pages/portal.tsx`: what stands before the file, from the folder of the workspace. */
const namespace = /^webpack:\/\/[^/]*\/(?:\.\/)?/;

/**
 * Puts the source maps of a browser bundle into a folder of their own beside it, which no browser is served from: they go
 * with the release, for staff who look at a failure. Of a map only our own sources keep their text, and what the bundler made
 * loses its places: both hold the folder of the checkout, so that the same sources had another release id on every machine.
 */
export class SourceMapsPlugin {
  readonly #folder: string;

  /** Takes the folder for the maps, absolute. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  apply(compiler: Compiler): void {
    const name = 'SourceMapsPlugin';
    const maps = new Map<string, string>();
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      maps.clear();
      // After the last stage that gives files their names.
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
  // Written by the bundler a moment ago.
  const map = JSON.parse(text) as SourceMap;
  const sources = map.sources.map((source) => nameOf(source.replace(namespace, '')));
  const sourcesContent = map.sourcesContent?.map((content, index) => (isOwn(sources[index] ?? '') ? content : null));
  return JSON.stringify({ ...map, sources, sourcesContent, mappings: withoutGenerated({ ...map, sources }) });
}

/** Modules made of text name files in it, so their columns go with the length of the folder's name. */
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
 * Packages by their own names, since they may lie anywhere. What is no file, like a module that the bundler was given as text, may hold whole programs in its
 * name.
 */
function nameOf(source: string): string {
  const installed = source.lastIndexOf('node_modules/');
  if (installed > 0) return nameOf(source.slice(installed));
  return plainName.test(source) ? source : generated;
}

/** A file of the workspace or of the kit, in this repository or as a squad has it installed. */
function isOwn(source: string): boolean {
  const [, installed] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (installed !== undefined) return installed.startsWith(`${packageScope}/`);
  return /\.[cm]?[jt]sx?$/.test(source);
}

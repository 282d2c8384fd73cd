import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Compilation, Compiler } from '@rspack/core';
import { documentKind } from 'kit/contracts/document-kind';
import { federationRuntime, sharedModuleIds, sharedModuleVersion } from 'kit/federation/shared-modules';
import { filesOfNamedChunks } from 'kit/federation/stats';

/**
 * `dist/shell-build.json`: the files of the shell's entry and of each lazy shared module, and the other members of its
 * release record.
 */
export interface ShellBuild {
  version: string;
  /** See `documentKind`. */
  documents: number;
  /** The version of each shared module in the build. */
  sharedModules: Record<string, string>;
  /** In execution order: the first one runs as soon as the page is parsed, the others when the visitor needs them. */
  entry: string[];
  provides: Record<string, string[]>;
}

export class ShellBuildPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tap('ShellBuildPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const early = compilation.getAssets().flatMap(({ name }) => (/^early\.\w+\.js$/.test(name) ? [name] : []));
      const entry = [...early, ...(filesOfNamedChunks(compilation).main ?? [])];
      const build: ShellBuild = {
        version: versionIn(compiler.context),
        documents: documentKind,
        sharedModules: Object.fromEntries(
          [...sharedModuleIds, federationRuntime].map((id) => [id, sharedModuleVersion(id)]),
        ),
        entry,
        provides: providedFiles(compilation, entry),
      };
      writeFileSync(path.join(compiler.outputPath, '..', 'shell-build.json'), `${JSON.stringify(build, null, 2)}\n`);
    });
  }
}

function versionIn(folder: string): string {
  // The cast is safe: the manifest is our own.
  return (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

const provideIdentifier = /^provide shared module \([^)]*\) (?<id>(?:@[^/@]+\/)?[^@]+)@\S+ = (?<file>.+)$/;

/** The files that each lazy shared module adds to the entry. */
function providedFiles(compilation: Compilation, entry: readonly string[]): Record<string, string[]> {
  const modules = [...compilation.chunks].flatMap((chunk) =>
    compilation.chunkGraph.getChunkModules(chunk).map((module) => ({ chunk, identifier: module.identifier() })),
  );
  const provides: Record<string, string[]> = {};
  for (const { identifier } of modules) {
    const { id, file } = provideIdentifier.exec(identifier)?.groups ?? {};
    if (!id || !file) continue;
    // The modules that provide and consume it also name its file.
    const home = modules.find(
      (module) => !/^(?:provide|consume) /.test(module.identifier) && module.identifier.includes(file),
    );
    const files = [...(home?.chunk.groupsIterable ?? [])].flatMap((group) => [...group.getFiles()]);
    provides[id] = [...new Set(files)].filter((name) => name.endsWith('.js') && !entry.includes(name));
  }
  // Rspack's own order depends on the checkout's folder.
  return Object.fromEntries(Object.entries(provides).sort(([one], [other]) => (one < other ? -1 : 1)));
}

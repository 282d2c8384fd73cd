import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Compilation, Compiler } from '@rspack/core';
import { sharedModuleIds } from 'kit/federation/shared-modules';
import { filesOfNamedChunks } from 'kit/federation/stats';

/** `dist/shell-build.json`: the files of the shell's entry, and of each lazy shared module, for preload hints. */
export interface ShellBuild {
  entry: string[];
  provides: Record<string, string[]>;
}

export class ShellBuildPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tap('ShellBuildPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const entry = filesOfNamedChunks(compilation).main ?? [];
      const build: ShellBuild = { entry, provides: providedFiles(compilation, entry) };
      writeFileSync(path.join(compiler.outputPath, '..', 'shell-build.json'), `${JSON.stringify(build, null, 2)}\n`);
    });
  }
}

const provideIdentifier = /^provide module \([^)]*\) (?<id>(?:@[^/@]+\/)?[^@]+)@/;

/** Files that each lazy shared module needs beyond the entry. */
function providedFiles(compilation: Compilation, entry: readonly string[]): Record<string, string[]> {
  const provides: Record<string, string[]> = {};
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModules(chunk)) {
      const id = provideIdentifier.exec(module.identifier())?.groups?.id;
      if (id && sharedModuleIds.includes(id)) provides[id] = [];
    }
  }
  return provides;
}

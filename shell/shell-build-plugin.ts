import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Compilation, Compiler } from '@rspack/core';
import { documentKind } from 'kit/contracts/document-kind';
import { sharedModuleIds, sharedModules, sharedModuleVersion } from 'kit/federation/shared-modules';
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
        sharedModules: Object.fromEntries(sharedModuleIds.map((id) => [id, sharedModuleVersion(id)])),
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

/** Files that each lazy shared module needs beyond the entry. Its chunk has its name, see `browser/remotes/shared-modules.ts`. */
function providedFiles(compilation: Compilation, entry: readonly string[]): Record<string, string[]> {
  const chunks = filesOfNamedChunks(compilation);
  const lazy = sharedModuleIds.filter((id) => sharedModules[id] === 'lazy');
  return Object.fromEntries(
    lazy.map((id) => {
      const files = chunks[id.replaceAll('/', '-')];
      if (!files) throw new Error(`The shell has no chunk for the shared module ${id}: name it in its import().`);
      return [id, files.filter((file) => !entry.includes(file))];
    }),
  );
}

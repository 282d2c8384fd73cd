import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Compiler } from '@rspack/core';
import { compress, compressedFile } from './server/files/compression.ts';

/**
 * Writes a brotli form beside each script. A server would take a second to compress the largest one, and the first visitor
 * after each start would wait for it.
 */
export class CompressFilesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise('CompressFilesPlugin', async ({ errors, assets }) => {
      if (errors.length > 0) return;
      const scripts = Object.keys(assets).filter((name) => name.endsWith('.js'));
      await Promise.all(
        scripts.map(async (name) => {
          const file = path.join(compiler.outputPath, name);
          await writeFile(compressedFile(file), await compress(await readFile(file), 'br'));
        }),
      );
    });
  }
}

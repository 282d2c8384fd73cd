import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from 'kit/squad/run-command';
import { repositoryRoot } from '../../settings/places.ts';

export const kitFolder = path.join(repositoryRoot, 'kit');

const compiler = path.join(repositoryRoot, 'node_modules/typescript-native/bin/tsc');
const source = /(?<!\.test|\.d)\.tsx?$/;
const ignored = /^(?:showcase|dist|node_modules|coverage)[\\/]|[\\/](?:dist|node_modules)[\\/]|\.template$/;

/** The kit's compiled files, JavaScript and declarations, by path. */
export type Compiled = ReadonlyMap<string, string>;

/**
 * Compiles the kit. Comments stay, so that squads can read the code; source maps would add nothing.
 * @throws Error with the compiler's output if a declaration cannot be written.
 */
export function compileKit(): Compiled {
  const files = listFiles(kitFolder)
    .filter((file) => source.test(file) && !ignored.test(file))
    .map((file) => path.join(kitFolder, file));
  // In the repository, so that the compiler finds the installed types.
  const cache = path.join(repositoryRoot, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'compiled-kit-'));
  try {
    const compilerOptions = {
      noEmit: false,
      // `npm run check` checks the types, so only declarations are needed.
      noCheck: true,
      declaration: true,
      rootDir: kitFolder,
      outDir: folder,
      rewriteRelativeImportExtensions: true,
    };
    const project = path.join(folder, 'tsconfig.json');
    const settings = { extends: path.join(repositoryRoot, 'tsconfig.json'), compilerOptions, files, include: [] };
    writeFileSync(project, JSON.stringify(settings));
    const { code, output } = runNode(compiler, ['-p', project], { folder });
    if (code !== 0) throw new Error(`The kit cannot be compiled:\n${output}`);
    return new Map(
      listFiles(folder)
        .filter((file) => /\.[jt]s$/.test(file))
        .map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const listFiles = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });

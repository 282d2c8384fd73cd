import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '../../settings/places.ts';

export const kitFolder = path.join(repositoryRoot, 'kit');

const source = /(?<!\.test|\.d)\.tsx?$/;
const ignored = /^(?:showcase|dist|node_modules|coverage)[\\/]|[\\/](?:dist|node_modules)[\\/]|\.template$/;

/** The kit's compiled files, JavaScript and declarations, by path. */
export type Compiled = ReadonlyMap<string, string>;

/**
 * Compiles the kit. Comments stay, so that squads can read the code; source maps would add nothing.
 * @throws Error with the compiler's output if a declaration cannot be written.
 */
export function compileKit(): Compiled {
  const files = readdirSync(kitFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => source.test(file) && !ignored.test(file))
    .map((file) => path.join(kitFolder, file));
  const program = ts.createProgram(files, {
    ...readOptions(),
    noEmit: false,
    // `npm run check` checks the types, so only declarations are needed.
    noCheck: true,
    declaration: true,
    rootDir: kitFolder,
    outDir: kitFolder,
    rewriteRelativeImportExtensions: true,
  });
  const compiled = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (file, text) => {
    compiled.set(path.relative(kitFolder, file).split(path.sep).join('/'), text);
  });
  if (diagnostics.length === 0) return compiled;
  throw new Error(`The kit cannot be compiled:\n${ts.formatDiagnostics(diagnostics, ts.createCompilerHost({}))}`);
}

function readOptions(): ts.CompilerOptions {
  const file = path.join(repositoryRoot, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, repositoryRoot).options;
}

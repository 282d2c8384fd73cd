import { readFileSync } from 'node:fs';
import path from 'node:path';

/** An import of a file beside the importing one; those of types alone are gone by then. */
const ownImport = /(?<=^(?:import|export) [^;]*from |^import )'(?<file>\.{1,2}\/[^']+\.ts)'/gm;

/**
 * A program of ours as one text of JavaScript, its own imports within it: renderers read no file of the platform, and none
 * of them has to load a compiler for the sake of types, which would take as much memory as all the rest.
 */
export function readProgram(file: string): string {
  const code = stripTypes(readFileSync(file, 'utf8'));
  return code.replace(ownImport, (_, imported: string) => `'${addressOf(path.resolve(path.dirname(file), imported))}'`);
}

/** A module as an address that holds it. */
export function addressOf(file: string): string {
  return `data:text/javascript;base64,${Buffer.from(readProgram(file)).toString('base64')}`;
}

function stripTypes(code: string): string {
  // Asked for by name, since not every loader of modules (Jest's) knows what is new in Node's own.
  return process.getBuiltinModule('node:module').stripTypeScriptTypes(code);
}

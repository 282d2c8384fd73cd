import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageScript } from '../app/page-scripts.ts';
import type { ShellBuild } from '../shell-build-plugin.ts';
import { FileSet } from './files/file-set.ts';

const dist = path.join(import.meta.dirname, '../dist');

/** The built shell: its files, the scripts that every page starts, and the files of each lazy shared module. */
export interface BuiltShell {
  /** Of the package. */
  version: string;
  /** Of the build: another one has other scripts. */
  id: string;
  files: FileSet;
  entry: readonly PageScript[];
  /** The inline script of every page. */
  boot: string;
  /** Scripts of a shared module that is not in the entry; empty for those that are. */
  scriptsOf: (sharedModule: string) => readonly PageScript[];
}

/**
 * Reads the build of the shell.
 *
 * @throws Error with a sentence when the shell was not built.
 */
export function readShellBuild(): BuiltShell {
  let build: ShellBuild;
  try {
    // Written by our own build.
    build = JSON.parse(readFileSync(path.join(dist, 'shell-build.json'), 'utf8')) as ShellBuild;
  } catch (error) {
    throw new Error('The shell is not built: run "npm start", or "npm run build -w shell".', { cause: error });
  }
  const entry = build.entry.map(scriptOf);
  const boot = readFileSync(path.join(dist, 'boot/boot.js'), 'utf8');
  const id = createHash('sha256')
    .update(JSON.stringify([build, entry, boot]))
    .digest('hex')
    .slice(0, 8);
  return {
    version: readVersion(),
    id,
    files: new FileSet(path.join(dist, 'browser')),
    entry,
    boot,
    scriptsOf: (sharedModule) => (build.provides[sharedModule] ?? []).map(scriptOf),
  };
}

function scriptOf(file: string): PageScript {
  const bytes = readFileSync(path.join(dist, 'browser', file));
  return { href: `/shell/${file}`, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}` };
}

function readVersion(): string {
  // Our own manifest.
  const manifest = JSON.parse(readFileSync(path.join(dist, '../package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

/** The source map of one of the shell's own scripts, for whoever looks into a failure; null where the build has none. */
export async function readShellMap(script: string): Promise<string | null> {
  if (!/^[\w@-][\w.@-]*$/.test(script)) return null;
  return readFile(path.join(dist, 'maps', `${script}.map`), 'utf8').catch(() => null);
}

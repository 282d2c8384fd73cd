import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageScript } from '../../app/page-scripts.ts';
import type { ShellBuild } from '../../shell-build-plugin.ts';
import { FileSet } from '../files/file-set.ts';
import type { PageShell } from './page-shell.ts';

const dist = path.join(import.meta.dirname, '../../dist');

/** The shell that lies beside this program, as it was built last: in use where no release of the shell is live. */
export interface BuiltShell extends PageShell {
  files: FileSet;
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
    version: build.version,
    id,
    files: new FileSet(path.join(dist, 'browser')),
    entry,
    boot,
    scriptsOf: (sharedModule) => (build.provides[sharedModule] ?? []).map(scriptOf),
    hostBundle: path.join(dist, 'server/render.cjs'),
    sharedModules: build.sharedModules,
  };
}

function scriptOf(file: string): PageScript {
  const bytes = readFileSync(path.join(dist, 'browser', file));
  return { href: `/shell/${file}`, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}` };
}

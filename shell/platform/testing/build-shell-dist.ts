import { cpSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { shellName } from 'kit/contracts/shell-name';
import { publishRelease } from '../acts/publish-release.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildFolder } from './build-dist.ts';
import { buildPlatform, foundTestSite } from './build-platform.ts';

const built = resolve(import.meta.dirname, '../../dist');

/** Changes files of the shell's build, by their path in it. */
type ShellEdits = Readonly<Record<string, (text: string) => string>>;

/** What of the build a release of the shell needs. Source maps would be most of the rest. */
const parts = ['boot', 'browser', 'server', 'shell-build.json'];

/** The shell as it was built last, in a folder of its own, with some of its files changed. */
async function buildShellDist(edits: ShellEdits = {}): Promise<string> {
  const folder = await buildFolder();
  for (const part of parts) cpSync(join(built, part), join(folder, part), { recursive: true });
  for (const [file, edit] of Object.entries(edits)) {
    const path = join(folder, file);
    await writeFile(path, edit(await readFile(path, 'utf8')));
    // Of what it was before.
    await rm(`${path}.br`, { force: true });
  }
  return folder;
}

/** A shell that does what the built one does, and can be told from others by its name. */
export function named(name: string): ShellEdits {
  return { 'boot/boot.js': (text) => `${text}/*${name}*/` };
}

/** Publishes such a shell, and gives its id. */
export async function buildPublishedShell(store: ReleaseStore, edits: ShellEdits = {}): Promise<string> {
  return publish(store, await buildShellDist(edits));
}

interface SmallShell {
  /** The end of its boot script. */
  name?: string;
  documents?: number;
  sharedModules?: Readonly<Record<string, string>>;
  files?: Readonly<Record<string, string | Buffer>>;
}

/** A shell of a few lines, for tests that neither render nor open a page with it: the built one has five megabytes. */
export async function buildSmallShellDist({
  name = 'small',
  documents = 1,
  sharedModules = { react: '19.3.1' },
  files,
}: SmallShell = {}): Promise<string> {
  const folder = await buildFolder();
  const content = {
    'boot/boot.js': `void 0;/*${name}*/`,
    'browser/main.js': 'void 0;',
    'server/render.cjs': 'exports.hostBundle = {};',
    'shell-build.json': JSON.stringify({
      version: '1.0.0',
      documents,
      sharedModules,
      entry: ['main.js'],
      provides: {},
    }),
    ...files,
  };
  for (const [path, text] of Object.entries(content)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Publishes such a shell, and gives its id. */
export async function buildPublishedSmallShell(store: ReleaseStore, shell: SmallShell = {}): Promise<string> {
  return publish(store, await buildSmallShellDist(shell));
}

async function publish(store: ReleaseStore, folder: string): Promise<string> {
  await foundTestSite(store);
  return (await publishRelease(buildPlatform(store), folder, { remote: shellName })).record.id;
}

import { cpSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { shellName } from 'kit/contracts/shell-name';
import { publishRelease } from '../acts/publish-release.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildFolder } from './build-dist.ts';
import { buildPlatform, foundTestSite } from './build-platform.ts';

const built = resolve(import.meta.dirname, '../../dist');

/** Changes files of the shell's build, by their path in it. */
export type ShellEdits = Readonly<Record<string, (text: string) => string>>;

/** What of the build a release of the shell needs. Source maps would be most of the rest. */
const parts = ['boot', 'browser', 'server', 'shell-build.json'];

/** The shell as it was built last, in a folder of its own, with some of its files changed. */
export async function buildShellDist(edits: ShellEdits = {}): Promise<string> {
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
  await foundTestSite(store);
  const { record } = await publishRelease(buildPlatform(store), await buildShellDist(edits), { remote: shellName });
  return record.id;
}

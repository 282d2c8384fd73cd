import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runScript } from './run-script.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Everything but the source and the builds with their fingerprints, by which a start knows what it need not build again. */
const left = /^(\.git|\.cache\/(?!builds$)[^/]+|\.data|node_modules|test-results|(?!shell\/).+\/node_modules)$/;

export interface RepositoryCopy {
  folder: string;
  /** Runs `npm run release -- …` in the copy, on another site's data folder, and returns its JSON answer. */
  release: (dataFolder: string, ...args: string[]) => Promise<Record<string, unknown>>;
  remove: () => Promise<void>;
}

/** A copy of this repository with its own source, the builds of this one, and linked packages. */
export async function copyRepository(): Promise<RepositoryCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'repository-copy-'));
  const filter = (file: string) => !left.test(path.relative(repositoryRoot, file));
  await cp(repositoryRoot, folder, { recursive: true, filter, verbatimSymlinks: true });
  await linkPackages(folder);
  return {
    folder,
    release: async (dataFolder, ...args) =>
      JSON.parse(await runScript(folder, 'release', [...args, '--json'], { DATA_DIR: dataFolder })),
    // A killed build may still be writing its last file.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Links every installed package except the workspaces, which are the copy's own. */
async function linkPackages(folder: string): Promise<void> {
  const manifest: { workspaces: string[] } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const installed = path.join(repositoryRoot, 'node_modules');
  const linked = path.join(folder, 'node_modules');
  await mkdir(linked);
  for (const name of await readdir(installed)) {
    const target = path.join(manifest.workspaces.includes(name) ? folder : installed, name);
    await symlink(target, path.join(linked, name));
  }
}

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Build output, which the copy builds or links itself; the gate needs the shell's build. */
const left = /^(\.git|\.cache|\.data|node_modules|test-results|(?!shell\/)[^/]+\/(dist|node_modules))$/;

export interface RepositoryCopy {
  folder: string;
  /** Runs `npm run release -- …` in the copy, on another site's data folder, and returns its JSON answer. */
  release: (dataFolder: string, ...args: string[]) => Promise<Record<string, unknown>>;
  remove: () => Promise<void>;
}

/** A copy of this repository with its own source and linked packages. */
export async function copyRepository(): Promise<RepositoryCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'repository-copy-'));
  const filter = (file: string) => !left.test(path.relative(repositoryRoot, file));
  await cp(repositoryRoot, folder, { recursive: true, filter, verbatimSymlinks: true });
  await linkPackages(folder);
  return {
    folder,
    release: async (dataFolder, ...args) => {
      const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'release', '--', ...args, '--json'], {
        cwd: folder,
        env: { ...process.env, DATA_DIR: dataFolder },
      });
      return JSON.parse(stdout);
    },
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

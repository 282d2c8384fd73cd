import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import type { RemoteOrigins } from '../contracts/origins.ts';
import type { RemoteSlots } from '../contracts/slots.ts';
import { kitPackage } from '../squad/package-names.ts';
import { exposedModule } from './routes.ts';

/** The values of a remote's `package.json` that a build needs. */
export interface RemoteManifest {
  name: string;
  version: string;
  /**
   * The name by which its source imports the kit: `kit` in the site's own repository, the package's name elsewhere.
   */
  kitName: string;
  /** The source file of each module that other remotes may load, by its name, for example `./price-card`. */
  exposes: Readonly<Record<string, string>>;
  /** The further origins that its pages use. The release command checks them. */
  origins?: RemoteOrigins | undefined;
  /** What it offers to pages of others. The release command checks the rest of it. */
  slots?: RemoteSlots | undefined;
}

/**
 * Reads the `package.json` of a remote.
 *
 * @throws Error if it does not exist, is invalid, or lacks a name, a version or the kit
 */
export function manifestOf(folder: string): RemoteManifest {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file))
    throw new Error(`There is no package.json in ${folder}: run this command in the folder of a remote.`);
  const { name, version, dependencies = {}, exposes = {}, origins, slots } = readJson(file);
  if (!name || !version) throw new Error(`${file} lacks a "name" or a "version": a release needs both.`);
  const kitName = [kitPackage, 'kit'].find((known) => known in dependencies);
  if (!kitName) throw new Error(`${file} does not name ${kitPackage} in its "dependencies".`);
  for (const [exposed, source] of Object.entries(exposes)) {
    if (!/^\.\/[a-z0-9-]+$/.test(exposed) || exposed === exposedModule)
      throw new Error(
        `${file} exposes "${exposed}": a name is "./" and lower case words, and "${exposedModule}" is taken.`,
      );
    if (!existsSync(path.join(folder, source))) throw new Error(`${file} exposes ${source}, which does not exist.`);
  }
  for (const [slot, module] of Object.entries(slots?.widgets ?? {})) {
    if (!Object.hasOwn(exposes, module))
      throw new Error(`${file} offers ${module} for the slot "${slot}", which its "exposes" do not name.`);
  }
  return { name, version, kitName, exposes, origins, slots };
}

type PackageFile = Partial<Omit<RemoteManifest, 'kitName'>> & { dependencies?: Record<string, string> };

function readJson(file: string): PackageFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Returns the folder of the lockfile: that of the remote, or of the repository that it is a workspace of. */
export function repositoryOf(folder: string): string {
  for (let current = folder; ; current = path.dirname(current)) {
    if (existsSync(path.join(current, 'package-lock.json'))) return current;
    if (current === path.dirname(current)) return folder;
  }
}

/** The folder of the build caches, which can be removed at any time. */
export function cacheFolderOf(folder: string): string {
  return path.join(repositoryOf(folder), '.cache');
}

/**
 * Returns the version of an installed package as resolved from a folder.
 *
 * @param through a package of the folder: the version is resolved from it if the folder itself does not have the package
 */
export function installedVersion(name: string, folder: string, through?: string): string {
  const file = packageFileOf(name, folder);
  if (file) return readJson(file).version ?? '';
  const throughFile = through && packageFileOf(through, folder);
  if (throughFile) return installedVersion(name, path.dirname(realpathSync(throughFile)));
  throw new Error(`${name} is not installed: run "npm install" in ${folder}.`);
}

/** Finds the `package.json` of an installed package, even if its `exports` do not include it. */
function packageFileOf(name: string, folder: string): string | undefined {
  try {
    return findPackageJSON(name, path.join(folder, 'package.json'));
  } catch {
    return undefined;
  }
}

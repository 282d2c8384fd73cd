import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import type { RemoteOrigins } from '../contracts/origins.ts';
import { kitPackage } from '../squad/package-names.ts';
import { exposedModule } from './routes.ts';

/** The values of a remote's `package.json` that a build needs. */
export interface RemoteManifest {
  name: string;
  version: string;
  /**
   * The name under which its source imports the kit: `kit` in the site's own repository, the package's name elsewhere.
   */
  kitName: string;
  /** Source files of the modules that other remotes may load, by name, such as `./price-card`. */
  exposes: Readonly<Record<string, string>>;
  /** Other origins that its pages use. They are checked when the release is built. */
  origins?: RemoteOrigins | undefined;
}

/**
 * Reads the `package.json` of a remote.
 *
 * @throws Error with one sentence if it is missing, or has no name, version or kit.
 */
export function manifestOf(folder: string): RemoteManifest {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`There is no package.json in ${folder}: run this in the folder of a remote.`);
  const { name, version, dependencies = {}, exposes = {}, origins } = readJson(file);
  if (!name || !version) throw new Error(`${file} lacks a "name" or a "version", which a release takes from it.`);
  const kitName = [kitPackage, 'kit'].find((known) => known in dependencies);
  if (!kitName) throw new Error(`${file} does not name ${kitPackage} in its "dependencies".`);
  for (const [exposed, source] of Object.entries(exposes)) {
    if (!/^\.\/[a-z0-9-]+$/.test(exposed) || exposed === exposedModule)
      throw new Error(
        `${file} exposes "${exposed}": a name is "./" and lower case words, and "${exposedModule}" is taken.`,
      );
    if (!existsSync(path.join(folder, source))) throw new Error(`${file} exposes ${source}, which is not there.`);
  }
  return { name, version, kitName, exposes, origins };
}

interface PackageFile {
  name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  exposes?: Record<string, string>;
  origins?: RemoteOrigins;
}

function readJson(file: string): PackageFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Returns the folder with the lockfile: the remote's own folder, or the repository of its workspace. */
export function repositoryOf(folder: string): string {
  for (let place = folder; ; place = path.dirname(place)) {
    if (existsSync(path.join(place, 'package-lock.json'))) return place;
    if (place === path.dirname(place)) return folder;
  }
}

/** Returns the folder of the build cache, which can be deleted at any time. */
export function cacheFolderOf(folder: string): string {
  return path.join(repositoryOf(folder), '.cache');
}

/** Returns the version of a package that a folder resolves, or that its package `through` resolves. */
export function installedVersion(name: string, folder: string, through?: string): string {
  const file = packageFileOf(name, folder);
  if (file) return readJson(file).version ?? '';
  const way = through && packageFileOf(through, folder);
  if (way) return installedVersion(name, path.dirname(realpathSync(way)));
  throw new Error(`${name} is not installed: run "npm install" in ${folder}.`);
}

/** Finds the `package.json` of an installed package, also if its `exports` do not name it. */
function packageFileOf(name: string, folder: string): string | undefined {
  try {
    return findPackageJSON(name, path.join(folder, 'package.json'));
  } catch {
    return undefined;
  }
}

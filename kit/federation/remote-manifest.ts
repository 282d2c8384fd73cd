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
  /** What other remotes may load of it: files of its source by the names that they load them by, such as `./price-card`. */
  exposes: Readonly<Record<string, string>>;
  /** The origins beside the site's own that its pages use; checked where the build becomes a release. */
  origins?: RemoteOrigins | undefined;
}

/**
 * Reads the `package.json` of a remote.
 *
 * @throws Error with one sentence when there is none, or it lacks a name, a version or the kit.
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

/** Gives the folder with the lockfile: the remote's own folder, or the repository that it is a workspace of. */
export function repositoryOf(folder: string): string {
  for (let place = folder; ; place = path.dirname(place)) {
    if (existsSync(path.join(place, 'package-lock.json'))) return place;
    if (place === path.dirname(place)) return folder;
  }
}

/** The cache of builds, which can be removed at any time. */
export function cacheFolderOf(folder: string): string {
  return path.join(repositoryOf(folder), '.cache');
}

/**
 * Gives the version of an installed package as a folder sees it, or as one of its packages sees it when the folder does
 * not name it itself.
 */
export function installedVersion(name: string, folder: string, through?: string): string {
  const file = packageFileOf(name, folder);
  if (file) return readJson(file).version ?? '';
  const way = through && packageFileOf(through, folder);
  if (way) return installedVersion(name, path.dirname(realpathSync(way)));
  throw new Error(`${name} is not installed: run "npm install" in ${folder}.`);
}

/** The `package.json` of an installed package, which its `exports` need not name. */
function packageFileOf(name: string, folder: string): string | undefined {
  try {
    return findPackageJSON(name, path.join(folder, 'package.json'));
  } catch {
    return undefined;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { kitPackage } from '../squad/package-names.ts';

/** The values of a remote's `package.json` that a build needs. */
export interface RemoteManifest {
  name: string;
  version: string;
  /**
   * The name under which its source imports the kit: `kit` in the site's own repository, the package's name elsewhere.
   */
  kitName: string;
}

/**
 * Reads the `package.json` of a remote.
 *
 * @throws Error with one sentence when there is none, or it lacks a name, a version or the kit.
 */
export function manifestOf(folder: string): RemoteManifest {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`There is no package.json in ${folder}: run this in the folder of a remote.`);
  const { name, version, dependencies = {} } = readJson(file);
  if (!name || !version) throw new Error(`${file} lacks a "name" or a "version", which a release takes from it.`);
  const kitName = [kitPackage, 'kit'].find((known) => known in dependencies);
  if (!kitName) throw new Error(`${file} does not name ${kitPackage} in its "dependencies".`);
  return { name, version, kitName };
}

function readJson(file: string): { name?: string; version?: string; dependencies?: Record<string, string> } {
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
  const require = createRequire(path.join(folder, 'package.json'));
  try {
    const { version }: { version: string } = require(`${name}/package.json`);
    return version;
  } catch (error) {
    if (through) return installedVersion(name, path.dirname(require.resolve(`${through}/package.json`)));
    throw new Error(`${name} is not installed: run "npm install" in ${folder}.`, { cause: error });
  }
}

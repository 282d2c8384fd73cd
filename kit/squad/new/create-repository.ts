import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { remoteNamePattern } from '../../contracts/release.ts';
import { CommandError } from '../../server/command-error.ts';
import { kitPackage, packageScope, toolPackage } from '../package-names.ts';
import { ownerOfPath } from '../rules/path-owner.ts';
import { settingsKey } from '../site/site-address.ts';
import { SiteClient } from '../site-client/site-client.ts';
import { templateFiles, wordsFor } from './template-files.ts';

interface NewRepository {
  name: string;
  site: string;
  /** An absolute path. The folder must be empty or not exist. */
  folder: string;
}

/**
 * Writes the repository of a new remote, completely or not at all.
 * @throws CommandError with one sentence if the name is invalid or taken, the folder is not empty, or the site does not answer.
 */
export async function createRepository(repository: NewRepository) {
  const { name, site, folder } = repository;
  if (!remoteNamePattern.test(name)) {
    throw new CommandError(
      `"${name}" cannot be the name of a remote: mf- and lower case words, for example ${nameLike(name)}.`,
    );
  }
  await refuseUsedFolder(folder);
  const { namespaces, reserved, packages } = await new SiteClient({ site }).readContract();
  if ((await liveRemotes(site)).includes(name)) {
    throw new CommandError(`${name} is live on ${site}: clone its repository, or choose another name.`);
  }
  const given = namespaces.find(({ remote }) => remote === name)?.path;
  const words = wordsFor(name, kitPackage, given);
  const files = new Map([
    ...(await templateFiles('remote', words)),
    ...(await templateFiles('repository', {
      ...words,
      site,
      scope: packageScope,
      tool: toolPackage,
      settings: settingsKey,
      packages: new URL(packages, site).href.replace(/\/?$/, '/'),
    })),
  ]);
  await writeWhole(folder, files);
  await initGit(folder);
  const isGiven = ownerOfPath({ namespaces, reserved }, words.path) === name;
  return {
    text: describe(repository, words.path, isGiven),
    json: { name, folder, site, path: words.path, isGiven, files: [...files.keys()].sort() },
  };
}

/** The nearest name that a remote can have: `My Jobs` -> `mf-my-jobs`. */
function nameLike(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^(?:mf-)?-*|-+$/g, '');
  return `mf-${words || 'careers'}`;
}

async function refuseUsedFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw new CommandError(`${folder} is a file: name another folder with --folder.`);
    throw new CommandError(`${folder} cannot be read (${error.code}): name another folder with --folder.`);
  });
  if (entries.length > 0)
    throw new CommandError(`${folder} is not empty: name another folder with --folder, or empty it.`);
}

/** Writes to a temporary folder first, so that an interruption leaves no partial repository. */
async function writeWhole(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const work = `${folder}.${process.pid}.new`;
  try {
    for (const [file, text] of files) {
      await mkdir(path.dirname(path.join(work, file)), { recursive: true });
      await writeFile(path.join(work, file), text);
    }
    // Some systems cannot rename a folder onto an empty folder.
    await rmdir(folder).catch(() => {});
    await rename(work, folder);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw new CommandError(`${folder} cannot be written: ${error instanceof Error ? error.message : error}`, 1);
  }
}

/** Creates a git repository if git is installed and the folder is not in a repository yet. */
async function initGit(folder: string): Promise<void> {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: folder });
  const isInside = await git('rev-parse', '--is-inside-work-tree').then(
    () => true,
    () => false,
  );
  if (!isInside) await git('init', '--quiet', '--initial-branch=main').catch(() => {});
}

function describe({ name, folder, site }: NewRepository, first: string, isGiven: boolean): string {
  const relative = path.relative(process.cwd(), folder) || '.';
  // As it can be pasted into a shell.
  const shownFolder = /^[\w./-]+$/.test(relative) ? relative : `"${relative}"`;
  const lines = [
    `Made ${name} in ${shownFolder}: two pages, a form, their tests, CI.`,
    '',
    `  cd ${shownFolder}`,
    '  npm install          the kit and the tool come from the site',
    `  npm run dev          its pages inside ${site}`,
    '  npm test             what the gate of the site will ask, too',
    '  npm run publish      with your key: prints a preview link',
  ];
  if (isGiven) return lines.join('\n');
  const ask = `${site} gives ${name} no path yet. Ask its staff for ${first} and for a key:`;
  return [...lines, '', ask, `  npm run release -- paths give ${first} ${name} --reason "..."`].join('\n');
}

/** The remotes that are live on a site; empty if the site does not answer. */
async function liveRemotes(site: string): Promise<string[]> {
  try {
    const health = await (await fetch(new URL('/healthz', site))).json();
    const composition = await (await fetch(new URL(`/composition/${health.revision}.json`, site))).json();
    return Object.keys(composition.remotes);
  } catch {
    return [];
  }
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: packages with module state are installed once, and `npm ci` accepts the lockfile.

/** A second copy of one of these has its own contexts and dispatcher, so that hooks and styles of the first do not reach it. */
const once = ['react', 'react-dom', 'react-router', '@emotion/react', '@chakra-ui/react'];

interface Lockfile {
  packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
}

async function readLockfile(file: string): Promise<Lockfile> {
  return JSON.parse(await readFile(path.join(repositoryRoot, file), 'utf8'));
}

function copyProblems({ packages }: Lockfile): string[] {
  return once.flatMap((name) => {
    const copies = Object.keys(packages).filter((folder) => folder.endsWith(`node_modules/${name}`));
    if (copies.length === 1) return [];
    const found = copies.map((folder) => `${folder} (${packages[folder]?.version})`).join(', ');
    return [`${name} has to be installed once, not as: ${found || 'nothing'}. Give all workspaces one version of it.`];
  });
}

/** The folders in which Node resolves a package's import of another one, from the nearest to the root. */
function placesFor(name: string, folder: string): string[] {
  const parts = folder === '' ? [] : folder.split('/');
  return parts.concat('').map((_, depth) => [...parts.slice(0, parts.length - depth), 'node_modules', name].join('/'));
}

/** `npm ci` rejects a lockfile without the packages of other systems, and an installation from it lacks packages there. */
function lockProblems({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([folder, { version, optionalDependencies = {} }]) => {
    const missing = Object.keys(optionalDependencies).filter(
      (name) => !placesFor(name, folder).some((place) => place in packages),
    );
    if (missing.length === 0) return [];
    return [
      `package-lock.json lacks ${missing.join(', ')} of ${folder} ${version}. ` +
        'The registry does not have them for this version: install one for which it has them all.',
    ];
  });
}

const problems = [
  ...copyProblems(await readLockfile('node_modules/.package-lock.json')),
  ...lockProblems(await readLockfile('package-lock.json')),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${once.join(', ')}: one copy each. The lockfile has the packages of all systems.`);

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteNamePattern } from 'kit/contracts/release';
import { knownRemotes } from '../settings/namespaces.ts';
import { repositoryRoot } from '../settings/places.ts';

const templateFolder = path.join(import.meta.dirname, 'new-remote');

/** Files of a new remote, with the name of each in the template folder. */
const files: Readonly<Record<string, string>> = {
  'package.json': 'package.json.template',
  'rspack.config.ts': 'rspack.config.ts.template',
  'jest.config.mjs': 'jest.config.mjs.template',
  'src/remote.ts': 'remote.ts.template',
  'src/routes.ts': 'routes.ts.template',
  'src/pages/first-page.tsx': 'first-page.tsx.template',
  'src/pages/first-page.test.tsx': 'first-page.test.tsx.template',
};

/**
 * Writes a small working remote into a folder of the repository and into the list of workspaces.
 *
 * @throws Error with one sentence when the name is none or is taken.
 */
export async function createRemote(name: string, root: string = repositoryRoot): Promise<string> {
  if (!remoteNamePattern.test(name)) {
    throw new Error(`"${name}" cannot be the name of a remote: mf- and lower case words, for example mf-careers.`);
  }
  const folder = path.join(root, name);
  if (knownRemotes.includes(name) || existsSync(folder)) throw new Error(`${name} exists already.`);
  await addWorkspace(name, root);
  const words = { name, path: `/${name.slice(3)}`, chunk: `page-${name.slice(3)}`, title: titleOf(name) };
  for (const [file, template] of Object.entries(files)) {
    const text = await readFile(path.join(templateFolder, template), 'utf8');
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), fillIn(text, words));
  }
  return folder;
}

/** What is left to do, as commands. */
export function describeNextSteps(name: string): string {
  return `Made ${name}: one page, its test, its build.

1. Give it its path by this one line in shell/settings/namespaces.ts:
     { path: '/${name.slice(3)}', remote: '${name}' },
2. npm install                                   links the new workspace
3. npx jest --selectProjects ${name}             its test (NODE_OPTIONS=--experimental-vm-modules)
4. npm run dev -w ${name}                        beside a running "npm start"
5. npm run release -- publish ${name}            build it and put it into the store
6. npm run release -- activate ${name} <id>      make it live`;
}

async function addWorkspace(name: string, root: string): Promise<void> {
  const file = path.join(root, 'package.json');
  const manifest: { workspaces: string[] } = JSON.parse(await readFile(file, 'utf8'));
  const lastRemote = manifest.workspaces.findLastIndex((workspace) => workspace.startsWith('mf-'));
  if (manifest.workspaces.includes(name)) return;
  manifest.workspaces.splice(lastRemote + 1, 0, name);
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/__(?<word>[a-z]+)__/g, (whole, word: string) => words[word] ?? whole);
}

/** `mf-client-news` -> `Client News`. */
function titleOf(name: string): string {
  const words = name.slice(3).split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2);
  try {
    await createRemote(name);
    console.log(describeNextSteps(name));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

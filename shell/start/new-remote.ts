import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteNamePattern } from 'kit/contracts/release';
import { templateFiles, wordsFor } from 'kit/squad/new/template-files';
import { knownRemotes } from '../settings/namespaces.ts';
import { repositoryRoot } from '../settings/places.ts';

/**
 * Writes a small working remote into a folder of the repository and into the list of workspaces.
 * @throws Error with one sentence if the name is invalid or taken.
 */
export async function createRemote(name: string, root: string = repositoryRoot): Promise<string> {
  if (!remoteNamePattern.test(name)) {
    throw new Error(`"${name}" cannot be the name of a remote: mf- and lower case words, for example mf-careers.`);
  }
  const folder = path.join(root, name);
  if (knownRemotes.includes(name) || existsSync(folder)) throw new Error(`${name} exists already.`);
  await addWorkspace(name, root);
  // The remote itself is the same as in a squad's own repository; the files around it are those of a workspace.
  const words = { ...wordsFor(name, 'kit') };
  const files = [...(await templateFiles('remote', words)), ...(await templateFiles('workspace', words))];
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return folder;
}

export function describeNextSteps(name: string): string {
  return `Made ${name}: two pages, a form, their tests.

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

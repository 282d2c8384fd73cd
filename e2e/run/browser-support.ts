import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { knownRemotes } from '../../shell/settings/namespaces.ts';
import { buildPages } from '../support/build-pages.ts';
import { findNewApis } from '../support/oldest-browsers/find-new-apis.ts';
import { nameBrowsers, oldestBrowsers } from '../support/oldest-browsers/targets.ts';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: the built scripts use nothing that one of the browsers of .browserslistrc lacks.

/** Exceptions, with the reason why each is safe. */
const allowed: Readonly<Record<string, string>> = {
  '.createContext()': "React's own; the data knows only that of machine learning",
  '.startViewTransition()': 'the router asks for it before, and no page of ours wants one',
  '.skipTransition()': 'of a transition that the router has started',
  '.toArray()': "Chakra's collections have a method of that name; the data knows that of iterators",
  '.token()': "Chakra's system has a function of that name",
  '.unpause()': "a focus trap of Chakra's dialogs has a method of that name",
  '.requestPointerLock()': 'a number input of Chakra calls it in a try',
  '.exitPointerLock()': 'as above, of a lock that was given',
  'navigator.userAgentData': 'Chakra asks whether it is there',
  cancelIdleCallback: 'called for what requestIdleCallback gave, and that is asked for',
};

const folders = ['shell/dist/boot', 'shell/dist/browser', ...knownRemotes.map((remote) => `${remote}/dist/browser`)];

await buildPages();
const unused = new Set(Object.keys(allowed));
const faults: string[] = [];
for await (const file of glob(
  folders.map((folder) => `${folder}/**/*.js`),
  { cwd: repositoryRoot },
)) {
  for (const { name, browsers } of await readNewApis(file)) {
    unused.delete(name);
    if (!(name in allowed)) faults.push(`${file} uses ${name}, which ${nameBrowsers(browsers)} lack.`);
  }
}
for (const name of unused) faults.push(`No script uses ${name} any more: take it out of the list of what is allowed.`);

console.log(`The oldest browsers are ${nameBrowsers(oldestBrowsers)}.`);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

async function readNewApis(file: string) {
  const code = await readFile(path.join(repositoryRoot, file), 'utf8');
  try {
    return findNewApis(code);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    faults.push(`${file} has syntax that older browsers cannot read: ${error.message}`);
    return [];
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules, findPackageJSON } from 'node:module';
import path from 'node:path';
import { withFastRefresh } from 'kit/federation/development';
import { defineRemote, remoteBrowserConfig } from 'kit/federation/rspack-remote';
import { shellBrowserConfig, shellServerConfig } from '../../shell/rspack.shell.ts';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: a library is used by what it documents. No name that says it may go at any time, no file that its package
// does not export, and no module of it that a build puts another one in place of.

/** Uses that have no documented way, as `where: what`, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'shell/rspack.shell.ts: NormalModuleReplacementPlugin':
    "Classes have numbers in place of Emotion's hashes: 250 bytes of home's first answer, which has 40 left.",
};

/** The source of the remote that is built, for `kit/federation/styled-remote`: no package has this name. */
const thisRemote = '#this-remote$';

/** More than these are no exceptions. */
const maxExceptions = 3;

/** The last two are a bundler's own parts, and what puts a module of ours in place of a package's. */
const privateName = /\b(?:(?:UNSAFE|unstable|experimental)_\w+|__webpack_require__|NormalModuleReplacementPlugin)\b/g;
const importedName =
  /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bmock\()\s*(?:\/\*.*?\*\/\s*)?'(?<name>(?:@[\w.-]+\/)?[\w-][\w.-]*(?:\/[^'$]*)?)'/g;

/** The entry points of a package, by their names in its `exports`; null for one that does not say. */
async function doorsOf(packageFile: string): Promise<string[] | null> {
  const { exports }: { exports?: unknown } = JSON.parse(await readFile(packageFile, 'utf8'));
  if (typeof exports !== 'object' || exports === null) return null;
  const names = Object.keys(exports).filter((name) => name.startsWith('.'));
  return names.length > 0 ? names : ['.'];
}

/** Whether one of the doors leads to this entry point. A door that opens the whole package is none. */
function isNamed(entryPoint: string, doors: readonly string[]): boolean {
  return doors.some((door) => {
    const [before = '', after] = door.split('*');
    if (after === undefined) return door === entryPoint;
    return before !== './' && entryPoint.startsWith(before) && entryPoint.endsWith(after);
  });
}

async function isPrivateImport(name: string, file: string): Promise<boolean> {
  const [, ofPackage = '', inside = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? [];
  if (inside === '' || name.startsWith('node:') || builtinModules.includes(name)) return false;
  const packageFile = findPackage(ofPackage, file);
  const doors = packageFile && (await doorsOf(packageFile));
  // A package that says nothing has its files for entry points.
  return doors ? !isNamed(`.${inside}`, doors) : false;
}

function findPackage(name: string, file: string): string | undefined {
  try {
    return findPackageJSON(name, path.join(repositoryRoot, file));
  } catch {
    return undefined;
  }
}

/** Whether a rule may take a script of a package: only a pattern that is a list of endings, none of them of scripts, cannot. */
function takesScripts(test: unknown): boolean {
  if (!(test instanceof RegExp) || !/^\\\.[\w?:|()[\]]+\$$/.test(test.source)) return true;
  return ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'json'].some((ending) => test.test(`module.${ending}`));
}

/** What builds put in place of modules of packages, or change of their text. */
function listReplaced(): string[] {
  const folder = path.join(repositoryRoot, 'mf-agents');
  const builds = {
    'the shell': [shellBrowserConfig('production'), shellBrowserConfig('development')],
    'the renderer': [shellServerConfig()],
    'a remote': [
      ...defineRemote({ folder }),
      withFastRefresh(remoteBrowserConfig({ folder }, 'development'), 'mf-agents'),
    ],
  };
  const replaced = Object.entries(builds).flatMap(([build, configurations]) =>
    configurations.flatMap(({ resolve, module }) => [
      ...Object.keys(resolve?.alias || {})
        .filter((name) => name !== thisRemote)
        .map((name) => `build of ${build}: alias of ${name}`),
      // Our own source is told from packages by what a rule excludes; what is no script holds no module of a package.
      ...(module?.rules ?? []).flatMap((rule) =>
        rule && typeof rule === 'object' && !rule.exclude && takesScripts(rule.test)
          ? [`build of ${build}: loader for ${String(rule.test)}`]
          : [],
      ),
    ]),
  );
  return [...new Set(replaced)];
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
});
const uses: string[] = [];
for (const file of files.split('\n').filter((name) => existsSync(path.join(repositoryRoot, name)))) {
  // The list above names what it excuses.
  if (path.join(repositoryRoot, file) === import.meta.filename || file === '') continue;
  const text = await readFile(path.join(repositoryRoot, file), 'utf8');
  for (const [name] of text.matchAll(privateName)) uses.push(`${file}: ${name}`);
  for (const { groups } of text.matchAll(importedName)) {
    const name = groups?.name ?? '';
    if (await isPrivateImport(name, file)) uses.push(`${file}: ${name}`);
  }
}
uses.push(...listReplaced());
const excused = Object.keys(exceptions);
const problems = [
  ...uses.filter((use) => !excused.includes(use)).map((use) => `${use} is no documented use of its library.`),
  ...excused.filter((use) => !uses.includes(use)).map((use) => `${use} is there no more: take it off the list.`),
  ...(excused.length > maxExceptions ? [`The list of exceptions has more than ${maxExceptions}.`] : []),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`Every library is used by what it documents; exceptions: ${excused.length}.`);

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules, findPackageJSON } from 'node:module';
import path from 'node:path';
import { withFastRefresh } from 'kit/federation/development';
import { defineRemote, remoteBrowserConfig } from 'kit/federation/rspack-remote';
import { shellBrowserConfig, shellServerConfig, shellStaffConfig } from '../../shell/rspack.shell.ts';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: libraries are used as documented. No name marked as unstable, no file that a package does not
// export, and no build rule that replaces or rewrites a module of a package.

/** Uses without a documented alternative, as `file: name`, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'shell/rspack.shell.ts: NormalModuleReplacementPlugin':
    "Classes have numbers in place of Emotion's hashes: 250 bytes of home's first answer, which has 40 left.",
  'kit/federation/reload-failed-update.ts: __webpack_require__':
    'In development alone: the documented require.cache, which says what an update broke, is not there in ES modules.',
};

/** An alias for the source of the remote being built (`kit/federation/styled-remote`). No package has this name. */
const thisRemote = '#this-remote$';

/** A longer list would no longer be a list of exceptions. */
const maxExceptions = 3;

/** The last two are internals of bundlers, and a plugin that replaces modules of packages. */
const privateName = /\b(?:(?:UNSAFE|unstable|experimental)_\w+|__webpack_require__|NormalModuleReplacementPlugin)\b/g;
const importedName =
  /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bmock\()\s*(?:\/\*.*?\*\/\s*)?'(?<name>(?:@[\w.-]+\/)?[\w-][\w.-]*(?:\/[^'$]*)?)'/g;

/** Lists the entry points in a package's `exports`. Returns null if there are none. */
async function entryPointsOf(packageFile: string): Promise<string[] | null> {
  const { exports }: { exports?: unknown } = JSON.parse(await readFile(packageFile, 'utf8'));
  if (typeof exports !== 'object' || exports === null) return null;
  const names = Object.keys(exports).filter((name) => name.startsWith('.'));
  return names.length > 0 ? names : ['.'];
}

/** Whether one of the exported patterns matches this entry point. A pattern that exports the whole package does not count. */
function isNamed(entryPoint: string, exported: readonly string[]): boolean {
  return exported.some((pattern) => {
    const [before = '', after] = pattern.split('*');
    if (after === undefined) return pattern === entryPoint;
    return before !== './' && entryPoint.startsWith(before) && entryPoint.endsWith(after);
  });
}

async function isPrivateImport(name: string, file: string): Promise<boolean> {
  const [, ofPackage = '', inside = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? [];
  if (inside === '' || name.startsWith('node:') || builtinModules.includes(name)) return false;
  const packageFile = findPackage(ofPackage, file);
  const exported = packageFile && (await entryPointsOf(packageFile));
  // Without `exports`, every file of a package is an entry point.
  return exported ? !isNamed(`.${inside}`, exported) : false;
}

function findPackage(name: string, file: string): string | undefined {
  try {
    return findPackageJSON(name, path.join(repositoryRoot, file));
  } catch {
    return undefined;
  }
}

/** Whether a rule may match scripts of a package. Only a pattern that lists endings without those of scripts cannot. */
function takesScripts(test: unknown): boolean {
  if (!(test instanceof RegExp) || !/^\\\.[\w?:|()[\]]+\$$/.test(test.source)) return true;
  return ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'json'].some((ending) => test.test(`module.${ending}`));
}

/** Lists what the builds replace or rewrite in packages. */
function listReplaced(): string[] {
  const folder = path.join(repositoryRoot, 'mf-agents');
  const builds = {
    'the shell': [shellBrowserConfig('production'), shellBrowserConfig('development')],
    'the renderer': [shellServerConfig()],
    'the staff pages': [shellStaffConfig()],
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
      // `exclude` marks rules for our own source. A rule that matches no script changes no module of a package.
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
  // This file contains the names of its exceptions.
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

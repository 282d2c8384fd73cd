import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: a library is used by what it documents, and not by a name that says it may go at any time.

const privateName = /\b(?:UNSAFE|unstable|experimental)_\w+/g;

/** Uses that have no documented way, as `file: name`, each with its reason. At most three. */
const exceptions: Readonly<Record<string, string>> = {};

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
});
const uses: string[] = [];
for (const file of files.split('\n').filter(Boolean)) {
  const text = await readFile(path.join(repositoryRoot, file), 'utf8');
  for (const [name] of text.matchAll(privateName)) uses.push(`${file}: ${name}`);
}
const excused = Object.keys(exceptions);
const problems = [
  ...uses.filter((use) => !excused.includes(use)).map((use) => `${use} is no documented part of its library.`),
  ...excused.filter((use) => !uses.includes(use)).map((use) => `${use} is used no more: take it off the list.`),
  ...(excused.length > 3 ? ['The list of exceptions has more than three.'] : []),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`No name of a library is used that it does not document; exceptions: ${excused.length}.`);

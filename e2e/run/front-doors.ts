import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: libraries are only used through their documented names, not through names that are marked as
// private or unstable.

const privateName = /\b(?:UNSAFE|unstable|experimental)_\w+/g;

/** Uses without a documented alternative, as `file: name` with the reason. At most three. */
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

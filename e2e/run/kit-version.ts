import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: what squads are given under a version stays what it is. npm and npx keep what they fetched once, so a
// kit that changed under the same version is met by nobody who has the old one. The tag `kit-<version>` says that squads have a
// version; without that tag it may still change.

/** What the packages are made of. Their documents are no part of what a version promises. */
const sources = ['kit', 'shell/build/packages', ':(exclude)kit/**.md', ':(exclude)**.test.ts', ':(exclude)**.test.tsx'];

const git = (...words: string[]) => spawnSync('git', words, { cwd: repositoryRoot, encoding: 'utf8' });

const manifest = await readFile(path.join(repositoryRoot, 'kit/package.json'), 'utf8');
const { version }: { version: string } = JSON.parse(manifest);
const tag = `refs/tags/kit-${version}`;
if (git('rev-parse', '--quiet', '--verify', tag).status !== 0) {
  console.log(`Squads do not have kit ${version} yet.`);
} else {
  const { status, stdout, stderr } = git('diff', '--stat', '--exit-code', tag, '--', ...sources);
  if (status === 0) console.log(`Kit ${version} is as squads have it.`);
  else {
    console.error(
      `Kit ${version} is not what squads have: raise "version" in kit/package.json, and say why in kit/CHANGELOG.md.`,
    );
    console.error(stdout + stderr);
    process.exitCode = 1;
  }
}

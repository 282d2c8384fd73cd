import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: the content of a released kit version never changes. npm and npx cache what they fetched, so a
// squad with the old content would never get a change under the same version. The tag `kit-<version>` marks a released
// version; without the tag it may still change.

/** The sources of the packages. A version makes no promise about their documents. */
const sources = ['kit', 'shell/build/packages', ':(exclude)kit/**.md', ':(exclude)**.test.ts', ':(exclude)**.test.tsx'];

const git = (...args: string[]) => spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });

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

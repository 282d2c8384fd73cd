import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Runs a command that is part of the API's build: a clone that never ran has none yet. */
export async function runBuilt(file) {
  const command = new URL(`./dist/${file}`, import.meta.url);
  if (existsSync(command) || build().status === 0) {
    await import(command.href);
  } else {
    console.error('The API could not be built: run "npm install", then this command again.');
    process.exitCode = 1;
  }
}

function build() {
  console.error('Building the API first, this once ...');
  const npm = process.env.npm_execpath;
  const [program, ...args] = npm ? [process.execPath, npm] : ['npm'];
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  // What the build says goes beside the command's own answer, which a script may read.
  return spawnSync(program, [...args, 'run', 'build', '--silent', '-w', 'api'], { cwd, stdio: ['ignore', 2, 2] });
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Runs a command of the API's build, and builds it first in a fresh clone. */
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
  // The build's output goes to the error stream, because a script may read the command's own output.
  return spawnSync(program, [...args, 'run', 'build', '--silent', '-w', 'api'], { cwd, stdio: ['ignore', 2, 2] });
}

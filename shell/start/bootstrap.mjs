// Runs on any Node from 20 on: installs the project's packages if they are missing or stale, then starts the project's own
// Node, which runs TypeScript directly.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isInstalled, noteInstalled, refuseSystem, waitToInstall } from './installed.mjs';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
const ownNode = path.join(root, 'node_modules/node/bin/node');

function install() {
  console.log('Installing packages (about a minute) ...');
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm'];
  try {
    // Not `npm ci`, which removes all packages first although few are usually missing. --no-save leaves the lockfile alone.
    execFileSync(command, [...args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
    });
  } catch {
    console.error('The packages could not be installed; npm says why above. Mend that and run the command again.');
    process.exit(1);
  }
  if (!existsSync(ownNode)) {
    console.error(
      'The package "node" brought no Node: its install script was not allowed to run. Allow it and run "npm install".',
    );
    process.exit(1);
  }
  noteInstalled(root);
}

const refusal = refuseSystem(process.platform, process.arch);
if (refusal) {
  console.error(refusal);
  process.exit(1);
}

const isReady = () => existsSync(ownNode) && isInstalled(root);
if (!isReady()) {
  const letNextIn = await waitToInstall(root);
  process.once('exit', letNextIn);
  if (!isReady()) install();
  letNextIn();
  // Later the lock may be another program's.
  process.off('exit', letNextIn);
}

const [script, ...args] = process.argv.slice(2);
const child = spawn(ownNode, ['--no-warnings', path.join(root, script), ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    // The next start reuses compiled code. The cache is beside the code, so it needs no other permissions.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
  },
});

// npm only signals this process, so signals are forwarded. A second signal changes nothing.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

// The site stops if npm was killed, because nobody could stop it otherwise.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref();

child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));

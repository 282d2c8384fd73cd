import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { knownRemotes } from '../../../shell/settings/namespaces.ts';
import { markdownTable } from '../../support/figures.ts';

// npm run bench:build [-- --install]: builds a clean checkout of the last commit. The working tree is not touched.

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** Runs a program in a folder. Returns the seconds that it took. Rejects with the program's output. */
async function time(folder: string, program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const started = performance.now();
  try {
    await promisify(execFile)(program, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const said =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : error;
    throw new Error(`${[program, ...args].join(' ')} failed:\n${said}`);
  }
  return (performance.now() - started) / 1000;
}

/** Installs the dependencies with npm, or copies the installed ones to leave the network out of the measurement. */
async function addDependencies(checkout: string, install: boolean): Promise<number> {
  if (install)
    return time(checkout, 'npm', ['install', '--no-save', '--no-audit', '--no-fund'], { NODE_ENV: 'development' });
  let seconds = 0;
  for (const workspace of ['.', 'kit', 'shell', 'api', 'e2e', ...knownRemotes]) {
    const installed = path.join(repositoryRoot, workspace, 'node_modules');
    if (!existsSync(installed)) continue;
    seconds += await time(checkout, 'cp', ['-a', installed, path.join(checkout, workspace, 'node_modules')]);
  }
  return seconds;
}

async function bench(folder: string, install: boolean): Promise<void> {
  const checkout = path.join(folder, 'checkout');
  const build = (workspace: string) => time(checkout, 'npm', ['run', '-s', 'build', '-w', workspace]);
  const release = (...words: string[]) =>
    time(checkout, 'npm', ['run', '-s', 'release', '--', ...words], { DATA_DIR: path.join(folder, 'data') });

  const clone = await time(folder, 'git', [
    'clone',
    '-q',
    '--no-hardlinks',
    '--depth=1',
    `file://${repositoryRoot}`,
    checkout,
  ]);
  const dependencies = await addDependencies(checkout, install);
  const shell = await build('shell');
  const rows: string[][] = [];
  for (const remote of knownRemotes) {
    const cold = await build(remote);
    const warm = await build(remote);
    const published = await release('publish', remote, '--from', path.join(checkout, remote, 'dist'));
    const { seconds, gate } = await activateLatest(checkout, folder, remote);
    const live = published + seconds;
    const total = clone + dependencies + shell + cold + live;
    rows.push([remote, ...[cold, warm, live, gate, total].map((value) => value.toFixed(1))]);
  }
  const added = install ? 'npm install' : 'copy of the installed dependencies';
  console.log('## Builds, seconds\n');
  console.log(`clone ${clone.toFixed(1)}, ${added} ${dependencies.toFixed(1)}, shell cold ${shell.toFixed(1)}\n`);
  console.log(
    markdownTable(['remote', 'cold', 'warm', 'publish and activate', 'of it the gate', 'clean checkout to live'], rows),
  );
}

/** Activates the only release of a remote in the new store. Returns the total seconds and those of the gate. */
async function activateLatest(checkout: string, folder: string, remote: string) {
  const release = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'release', '--', ...words, '--json'], {
      cwd: checkout,
      env: { ...process.env, DATA_DIR: path.join(folder, 'data') },
    });
    return stdout;
  };
  const listed = await release('list', remote);
  const id = /\d+\.\d+\.\d+-[0-9a-f]{8}/.exec(listed)?.[0];
  if (!id) throw new Error(`The store holds no release of ${remote}:\n${listed}`);
  const started = performance.now();
  const { gateMilliseconds } = JSON.parse(
    await release('activate', remote, id, '--reason', 'bench', '--by', 'bench'),
  ) as { gateMilliseconds: number };
  return { seconds: (performance.now() - started) / 1000, gate: gateMilliseconds / 1000 };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { install: { type: 'boolean', default: false } } });
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-build-'));
  try {
    await bench(folder, values.install);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

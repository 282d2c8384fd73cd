// Runs on any Node from 20 on, before any package is installed. The types are in installed.d.mts.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const stampOf = (root) => path.join(root, 'node_modules/.installed');

/** npm's own list of installed packages: path -> package. */
const listOf = (root) => path.join(root, 'node_modules/.package-lock.json');

const asked = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'workspaces',
];

export function isInstalled(root) {
  if (!existsSync(stampOf(root)) || readFileSync(stampOf(root), 'utf8') !== fingerprint(root)) return false;
  if (!existsSync(listOf(root))) return false;
  return Object.keys(readJson(listOf(root)).packages).every((folder) =>
    existsSync(path.join(root, folder, 'package.json')),
  );
}

export function noteInstalled(root) {
  writeFileSync(stampOf(root), fingerprint(root));
}

/** In milliseconds. A lock that is older is stale: its process has ended, and its number may be that of another one. */
const longestInstallation = 600_000;

/**
 * Waits while another process installs, as `npm start` in another terminal. Returns a function that lets the next one in. The
 * lock of kit/server/process-lock.ts needs a Node that runs TypeScript.
 */
export async function waitToInstall(root) {
  const file = path.join(root, '.cache/installing');
  mkdirSync(path.dirname(file), { recursive: true });
  for (let isNamed = false; ; isNamed = true) {
    try {
      writeFileSync(file, `${process.pid}`, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = readIfThere(file);
    if (isStale(file, holder)) rmSync(file, { force: true });
    else if (holder && !isNamed)
      console.log(`Waiting for process ${holder}, which installs the packages (${file}) ...`);
    await sleep(200);
  }
}

/** In a restarted container, this process may have the number of the one that was killed. */
function isStale(file, holder) {
  const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - writtenAt > longestInstallation) return true;
  return holder !== '' && (holder === String(process.pid) || !isRunning(Number(holder)));
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Changes when the packages to install change; a new version or script of a workspace does not count. */
function fingerprint(root) {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  const manifest = readJson(path.join(root, 'package.json'));
  for (const folder of ['', ...manifest.workspaces]) {
    const file = path.join(root, folder, 'package.json');
    const workspace = existsSync(file) ? readJson(file) : {};
    hash.update(JSON.stringify([folder, asked.map((key) => workspace[key])]));
  }
  return hash.digest('hex');
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The systems for which the project's PostgreSQL and bundler exist. */
const systems = ['linux', 'darwin'];
const processors = ['x64', 'arm64'];

/** Why the site cannot run on a system, and the remedy; undefined if it can. */
export function refuseSystem(platform, processor) {
  if (systems.includes(platform) && processors.includes(processor)) return undefined;
  const advice = platform === 'win32' ? ': run it in WSL (https://learn.microsoft.com/windows/wsl)' : '';
  return `This site runs on Linux and macOS with an x64 or arm64 processor, not on ${platform} ${processor}${advice}.`;
}

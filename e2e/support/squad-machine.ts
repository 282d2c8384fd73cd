import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** The machine of a squad that only has a site's address: an empty folder, Node and npm. */
export interface SquadMachine {
  folder: string;
  /** Runs a command as typed, in a folder below the empty one, and returns its output; rejects with the whole output. */
  run: (commandLine: readonly string[], options?: { in?: string; environment?: NodeJS.ProcessEnv }) => Promise<string>;
  /** The commands so far with their times in seconds. */
  times: { command: string; seconds: number }[];
  remove: () => Promise<void>;
}

/** npm's settings from this run would lead it back into this repository. Only those for reaching the registry are kept. */
const ownNpm = /^npm_(?!config_(?:cache|registry|https?_proxy|proxy|noproxy|cafile|strict_ssl)$)/i;
const own = /^(?:NODE_OPTIONS|NODE_PATH|DATA_DIR|SITE_|BASE_URL|BEACONFIELD_|JEST_|PLAYWRIGHT_|INIT_CWD|PATH$)/;

/** @param always variables for each of its commands */
export async function prepareSquadMachine(always: NodeJS.ProcessEnv = {}): Promise<SquadMachine> {
  const root = await mkdtemp(path.join(tmpdir(), 'squad-machine-'));
  const bin = path.join(root, 'bin');
  const folder = path.join(root, 'empty');
  await mkdir(bin);
  await mkdir(folder);
  await symlink(process.execPath, path.join(bin, 'node'));
  const cache = await linkNpmCache(root);
  const system = (process.env.PATH ?? '').split(path.delimiter).filter((place) => !place.includes('node_modules'));
  const known = Object.entries(process.env).filter(([name]) => !ownNpm.test(name) && !own.test(name));
  const surroundings = {
    ...Object.fromEntries(known),
    PATH: [bin, ...system].join(path.delimiter),
    CI: '1',
    npm_config_cache: cache,
    // npm asks the registry only for what the machine has never fetched. It has no say in what is installed.
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    ...always,
  };
  const times: SquadMachine['times'] = [];
  return {
    folder,
    times,
    run: async (commandLine, { in: place = '.', environment = {} } = {}) => {
      const startedAt = performance.now();
      try {
        return await runCommand(commandLine, path.join(folder, place), { ...surroundings, ...environment });
      } finally {
        times.push({ command: commandLine.join(' '), seconds: (performance.now() - startedAt) / 1000 });
      }
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/**
 * An npm cache with the user's archives, which are named by their content, but without the packages that npx installed: npx
 * would use those of an earlier run if the version is the same.
 */
async function linkNpmCache(root: string): Promise<string> {
  const cache = path.join(root, 'npm-cache');
  const archives = path.join(process.env.npm_config_cache ?? path.join(homedir(), '.npm'), '_cacache');
  await mkdir(archives, { recursive: true });
  await mkdir(cache);
  await symlink(archives, path.join(cache, '_cacache'));
  return cache;
}

function runCommand([program = '', ...args]: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let answer = '';
    let output = '';
    child.stdout.on('data', (bytes) => {
      answer += String(bytes);
      output += String(bytes);
    });
    child.stderr.on('data', (bytes) => (output += String(bytes)));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(answer);
      else reject(new Error(`"${[program, ...args].join(' ')}" ended with ${code}:\n${output}`));
    });
  });
}

export function describeTimes(times: SquadMachine['times']): string {
  const lines = times.map(({ command, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${command.slice(0, 110)}`);
  const sum = times.reduce((total, { seconds }) => total + seconds, 0);
  return [...lines, `${sum.toFixed(1).padStart(7)} s  in all`].join('\n');
}

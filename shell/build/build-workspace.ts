import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { LockHeldError, takeProcessLock } from 'kit/server/process-lock';
import { fingerprintOf } from '../settings/fingerprint.ts';
import { repositoryRoot } from '../settings/places.ts';

const run = promisify(execFile);

/** The inputs of a workspace's build, and a file that exists after a build. */
interface BuildPlan {
  workspace: string;
  inputs: readonly string[];
  output: string;
  /** The npm command of the build; the default is the `build` script. */
  command?: readonly string[];
}

const bundled = ['kit', 'package-lock.json', 'tsconfig.base.json'];

/** The packages for squads, which are built like a workspace. */
export const packagesForSquads = 'packages';

export function buildPlanOf(workspace: string): BuildPlan {
  if (workspace === 'shell') {
    const parts = ['app', 'browser', 'server-entry', 'staff', 'server/files/compression.ts'];
    const build = ['rspack.config.ts', 'rspack.shell.ts', 'shell-build-plugin.ts', 'package.json'];
    return {
      workspace,
      inputs: [...[...parts, ...build].map((part) => `shell/${part}`), ...bundled],
      output: 'shell/dist/server/render.cjs',
    };
  }
  if (workspace === 'api') {
    return {
      workspace,
      inputs: ['api', 'kit/contracts', 'kit/server', 'package-lock.json', 'tsconfig.base.json'],
      output: 'api/dist/main.js',
    };
  }
  if (workspace === packagesForSquads) {
    return {
      workspace,
      inputs: [
        ...bundled,
        'tsconfig.json',
        'shell/app',
        'shell/browser',
        'shell/platform',
        'shell/server-entry',
        'shell/rspack.shell.ts',
        'shell/build/packages',
      ],
      output: 'kit/dist/packages/packages.json',
      command: ['run', 'packages', '--silent'],
    };
  }
  return { workspace, inputs: [workspace, ...bundled], output: `${workspace}/dist/build.json` };
}

interface BuildOptions {
  signal?: AbortSignal;
  /** From 0 to 19, for the build's process. */
  niceness?: number;
}

/**
 * Builds a workspace unless its output was built from the same inputs. While another process builds it, this one waits.
 * @returns whether it was built.
 * @throws Error with the output of the compiler.
 */
export async function buildWorkspace(workspace: string, options: BuildOptions = {}): Promise<boolean> {
  const plan = buildPlanOf(workspace);
  const stamp = path.join(repositoryRoot, '.cache', 'builds', workspace);
  const fingerprint = await fingerprintOf(plan.inputs);
  const isBuilt = async () =>
    (await readFile(stamp, 'utf8').catch(() => '')) === fingerprint &&
    existsSync(path.join(repositoryRoot, plan.output));
  if (await isBuilt()) return false;
  await mkdir(path.dirname(stamp), { recursive: true });
  const unlock = await lockWhenFree(`${stamp}.lock`, options.signal);
  try {
    if (await isBuilt()) return false;
    await runBuild(plan, options);
    await writeFile(stamp, fingerprint);
    return true;
  } finally {
    unlock();
  }
}

/** Two builds of a workspace at the same time, as of `npm start` beside `npm test`, would break the compiler's cache. */
async function lockWhenFree(file: string, signal?: AbortSignal): Promise<() => void> {
  for (;;) {
    try {
      return await takeProcessLock(file);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
    }
    await sleep(100, undefined, signal && { signal });
  }
}

async function runBuild({ workspace, command: own }: BuildPlan, { signal, niceness }: BuildOptions): Promise<void> {
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm'];
  try {
    const building = run(command ?? 'npm', [...args, ...(own ?? ['run', 'build', '--silent', '-w', workspace])], {
      cwd: repositoryRoot,
      ...(signal && { signal }),
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const { pid } = building.child;
    // The build's own processes inherit the priority.
    if (pid && niceness) setPriority(pid, niceness);
    await building;
  } catch (error) {
    const output =
      error instanceof Error && 'stdout' in error && 'stderr' in error
        ? `${error.stdout}${error.stderr}`
        : String(error);
    throw new Error(`${workspace} could not be built:\n${output.trim()}`);
  }
}

import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { changeText, type TextChange } from './change-text.ts';
import { endChild } from './end-child.ts';
import { sabotage, type Throwing } from './remote-faults.ts';
import { fillFromTemplate, partsOfShell, publishAll } from './site-template.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** No API listens at this address. */
export const unusedAddress = 'http://127.0.0.1:9';

/** A shell server with its own release store, for tests that switch releases. */
export interface ShellSite extends ShellServer {
  dataFolder: string;
  /** Runs a release command like staff and returns its JSON answer; rejects if the command is refused. */
  release: (...args: string[]) => Promise<Record<string, unknown>>;
  /** Makes a release live without its gate, which takes 2 to 15 s of CPU, for tests of other things. */
  goLive: (remote: string, id: string, how?: HowLive) => Promise<void>;
  live: (remote: string) => Promise<string>;
  /** Starts another shell server on the same store; `execArgv` are arguments for its Node. */
  startAnother: (runtime?: Runtime, environment?: NodeJS.ProcessEnv) => Promise<ShellServer>;
}

/** The reason for the log, and the share of visitors. */
interface HowLive {
  by?: string;
  reason?: string;
  /** With `off`, failures of this release never roll it back automatically. */
  guard?: 'on' | 'off';
  /** The percentage of visitors for a canary; without it the release is live for everybody. */
  percent?: number;
}

export interface ShellServer {
  address: string;
  pid: number;
  isRunning: () => boolean;
  /** Stops it with SIGTERM and returns its exit code. */
  end: () => Promise<number | null>;
  /** Kills it. */
  stop: () => Promise<void>;
}

/** The program to run: Node, or a program that starts Node. */
interface Runtime {
  execPath?: string;
  execArgv?: readonly string[];
  /** The folder of another copy of this repository. */
  root?: string;
  /** Receives all output of its log. */
  onOutput?: (text: string) => void;
}

/** Variables of a site; some name files of its data folder, which the function may write. */
type SiteVariables = NodeJS.ProcessEnv | ((dataFolder: string) => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>);

/** Starts it with the built remotes live, and without an API unless the environment names one (`API_URL`). */
export async function startShellSite(given: SiteVariables = {}, ofFirst?: Runtime): Promise<ShellSite> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'site-shell-'));
  const environment = typeof given === 'function' ? await given(dataFolder) : given;
  const variables = { ...process.env, API_URL: unusedAddress, PORT: '0', ...environment, DATA_DIR: dataFolder };
  await fillFromTemplate(dataFolder, partsOfShell);
  // Benches and drills have no template.
  if (!existsSync(path.join(dataFolder, 'releases'))) await publishAll(dataFolder);
  // Another server cannot have the port of the first.
  const start: ShellSite['startAnother'] = (runtime, more) =>
    startServer({ ...variables, PORT: '0', ...more }, runtime);
  const first = await startServer(variables, ofFirst);
  const release: ShellSite['release'] = (...args) => runRelease(dataFolder, ...args);
  return {
    ...first,
    dataFolder,
    release,
    goLive: (remote, id, how) => goLive(dataFolder, remote, id, how),
    live: async (remote) => {
      const { remotes } = await release('status');
      // The cast is safe: the command returns this shape.
      return (remotes as { remote: string; live: string }[]).find((state) => state.remote === remote)?.live ?? '';
    },
    startAnother: start,
    stop: async () => {
      await first.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Runs a release command on a data folder like staff and returns its JSON answer; rejects if the command is refused. */
export function runRelease(dataFolder: string, ...args: string[]): Promise<Record<string, unknown>> {
  return runReleaseAs({ DATA_DIR: dataFolder }, ...args);
}

/** Commands that start processes to try a release. They always run as separate processes. */
const trying = ['activate', 'canary', 'promote'];

/** Runs a release command with other variables, such as another key. */
export async function runReleaseAs(variables: NodeJS.ProcessEnv, ...args: string[]): Promise<Record<string, unknown>> {
  // In a Playwright worker the command runs in this process, because several hundred processes would take 0.3 s of CPU
  // each. Drills start processes, because they measure the time that staff wait.
  if (process.env.TEST_WORKER_INDEX !== undefined && !trying.includes(args[0] ?? '')) return runHere(variables, args);
  const script = path.join(repositoryRoot, 'shell/cli/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script, ...args, '--json'], {
    env: { ...process.env, ...variables },
  });
  return JSON.parse(stdout);
}

async function runHere(variables: NodeJS.ProcessEnv, args: readonly string[]): Promise<Record<string, unknown>> {
  const { runCli } = await import('../../shell/cli/run-cli.ts');
  let answer = '';
  let output = '';
  const code = await runCli([...args, '--json'], {
    environment: { ...process.env, ...variables },
    // Commands that check a release run as separate processes.
    loadPages: null,
    out: (text) => {
      answer += text;
    },
    error: (text) => {
      output += text;
    },
  });
  if (code !== 0) throw new Error(`"release ${args.join(' ')}" ended with ${code}:\n${output}`);
  return JSON.parse(answer);
}

/** Makes a release live in a data folder, see {@link ShellSite.goLive}. */
export async function goLive(
  dataFolder: string,
  remote: string,
  id: string,
  { by = 'test', reason = 'test', guard = 'on', percent }: HowLive = {},
): Promise<void> {
  const { activateRelease, startCanary } = await import('../../shell/platform/index.ts');
  const { openSitePlatform } = await import('../../shell/settings/site-platform.ts');
  const platform = openSitePlatform({ ...process.env, DATA_DIR: dataFolder }, null);
  const request = { remote, id, by, reason, rules: [] };
  if (percent === undefined) await activateRelease(platform, { ...request, guard });
  else await startCanary(platform, { ...request, percent });
}

/** Starts a shell server with these variables alone, such as on a store that a test has filled before. */
export async function startServer(environment: NodeJS.ProcessEnv, runtime?: Runtime): Promise<ShellServer> {
  const server = runNode('shell/server/main.ts', environment, runtime);
  const [{ port }] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error('The shell server ended before it was ready.'))),
  ]);
  return {
    address: `http://localhost:${port}`,
    pid: server.pid ?? 0,
    isRunning: () => server.exitCode === null && server.signalCode === null,
    end: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
    stop: () => endChild(server, 'SIGKILL'),
  };
}

function runNode(
  script: string,
  environment: NodeJS.ProcessEnv,
  { execPath = process.execPath, execArgv = [], root = repositoryRoot, onOutput }: Runtime = {},
): ChildProcess {
  const log = process.env.SHOW_SHELL_LOG ? 'inherit' : 'ignore';
  const child = fork(path.join(root, script), {
    env: environment,
    execPath,
    execArgv: [...execArgv, '--no-warnings'],
    stdio: onOutput ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', log, log, 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => onOutput?.(String(bytes)));
  return child;
}

interface Change {
  remote: string;
  /** Changes files of the build output, by path. */
  files?: Readonly<Record<string, (content: string) => string>>;
  /** Changes a text of a page, on the server and in browsers. */
  text?: TextChange;
  /** Makes the container throw in browsers. */
  throwing?: Throwing;
}

/** Publishes a changed copy of a remote's build without making it live. @returns the id of the release */
export async function publishChanged(
  { release }: Pick<ShellSite, 'release'>,
  { remote, files = {}, text, throwing }: Change,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'changed-build-'));
  await cp(path.join(repositoryRoot, remote, 'dist'), folder, { recursive: true });
  const build = JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8'));
  if (text) await changeText(folder, build, text);
  const changes: Record<string, (content: string) => string> = {
    ...files,
    ...(throwing && { [build.entry]: (content: string) => sabotage(content, build.globalName, throwing) }),
  };
  for (const [file, change] of Object.entries(changes)) {
    await writeFile(path.join(folder, file), change(await readFile(path.join(folder, file), 'utf8').catch(() => '')));
  }
  const { id } = await release('publish', remote, '--from', folder);
  await rm(folder, { recursive: true });
  return String(id);
}

/** Publishes a copy of the built shell under another id and returns the id. */
export async function publishAnotherShell({ release }: Pick<ShellSite, 'release'>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'changed-shell-'));
  await cp(path.join(repositoryRoot, 'shell/dist'), folder, { recursive: true });
  await appendFile(path.join(folder, 'boot/boot.js'), `/*${crypto.randomUUID()}*/`);
  const { id } = await release('publish', 'shell', '--from', folder);
  await rm(folder, { recursive: true });
  return String(id);
}

/** A file that makes one copy of a build differ from another. */
export const anotherNote = (): NonNullable<Change['files']> => ({ 'browser/note.txt': () => crypto.randomUUID() });

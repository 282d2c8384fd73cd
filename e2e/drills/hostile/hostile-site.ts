import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { activateRelease, type ReleasePlatform } from '../../../shell/platform/index.ts';
import { openSitePlatform } from '../../../shell/settings/site-platform.ts';
import { runReleaseAs, type ShellServer, type ShellSite, startShellSite } from '../../support/shell-site.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** The sign-in token of the site's staff. */
export const staffToken = 'a-token-of-anna-for-tests';

/** In milliseconds, for any page. */
const pageLimit = 10_000;

/** A hostile squad's changes of its remote's build output. */
export interface HostileBuild {
  remote: string;
  server?: (code: string) => string;
  container?: (code: string) => string;
  /** Changes other files, by path; a missing one starts empty. */
  files?: Readonly<Record<string, (content: string) => string>>;
  /** Changes build.json. */
  // biome-ignore lint/suspicious/noExplicitAny: hostile builds hold anything, so no type would be true
  build?: (build: any) => unknown;
}

/** Pages without parameters, by remote. */
type FixedPages = Readonly<Record<string, readonly string[]>>;

/** The site under attack: two shell servers on one release store, all five remotes live. */
export class HostileSite {
  #environment: NodeJS.ProcessEnv;
  #site: ShellSite;
  #another: ShellServer;
  #log = '';
  /** The live releases before any attack. */
  #firstLive: Readonly<Record<string, string>> = {};
  #pages: FixedPages = {};
  #renew: (() => Promise<void>) | undefined;

  private constructor(site: ShellSite, another: ShellServer, environment: NodeJS.ProcessEnv) {
    this.#site = site;
    this.#another = another;
    this.#environment = environment;
  }

  /** Starts it with staff who can sign in with {@link staffToken}, and with these variables for its servers. */
  static async start(environment: NodeJS.ProcessEnv = {}, renew?: () => Promise<void>): Promise<HostileSite> {
    await renew?.();
    let hostile: HostileSite | undefined;
    let early = '';
    const onOutput = (text: string) => {
      if (hostile) hostile.#log += text;
      else early += text;
    };
    const site = await startShellSite({ STAFF_TOKENS: `Anna:${staffToken}`, ...environment }, { onOutput });
    const another = await site.startAnother({ onOutput });
    hostile = new HostileSite(site, another, environment);
    hostile.#renew = renew;
    hostile.#log = early + hostile.#log;
    await hostile.#remember();
    return hostile;
  }

  get servers(): readonly ShellServer[] {
    return [this.#site, this.#another];
  }

  /** The origins of the two servers, `http://localhost:…`. */
  get addresses(): readonly [string, string] {
    return [this.#site.address, this.#another.address];
  }

  /** `DATA_DIR` of both servers. */
  get dataFolder(): string {
    return this.#site.dataFolder;
  }

  /** The folder with the releases and the compositions. */
  get storeFolder(): string {
    return path.join(this.dataFolder, 'releases');
  }

  /** The logs of both servers, each message prefixed with the name of its program. */
  get log(): string {
    return this.#log.replace(/^\{"level".*\}$/gm, (line) => {
      const { name, msg }: { name: string; msg: string } = JSON.parse(line);
      return `[${name}] ${msg}`;
    });
  }

  /** Pages without parameters of each remote that were live at the start. */
  get pages(): FixedPages {
    return this.#pages;
  }

  /** Runs a release command like staff or squads; rejects with its output if it is refused. */
  release(...args: string[]): Promise<Record<string, unknown>> {
    return this.#site.release(...args);
  }

  releaseAs(variables: NodeJS.ProcessEnv, ...args: string[]): Promise<Record<string, unknown>> {
    return runReleaseAs({ ...variables, DATA_DIR: this.dataFolder }, ...args);
  }

  /** The refusal of a release command; null if it succeeded. */
  refusalOf(...args: string[]): Promise<string | null> {
    return this.refusalAs({}, ...args);
  }

  /** The refusal for a person with another key. */
  refusalAs(variables: NodeJS.ProcessEnv, ...args: string[]): Promise<string | null> {
    return this.releaseAs(variables, ...args).then(
      () => null,
      (error: unknown) => sayingOf(error),
    );
  }

  live(remote: string): Promise<string> {
    return this.#site.live(remote);
  }

  /** Publishes a hostile copy of a remote's build without making it live. @returns the id of the release */
  async publish(
    { remote, server, container, files = {}, build: changeBuild }: HostileBuild,
    variables: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hostile-build-'));
    try {
      await cp(path.join(repositoryRoot, remote, 'dist'), folder, { recursive: true });
      const build = JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8'));
      const changes: Record<string, (content: string) => string> = {
        'browser/note.txt': () => crypto.randomUUID(),
        ...(server && { [build.serverEntry]: server }),
        ...(container && { [build.entry]: container }),
        ...files,
      };
      for (const [name, change] of Object.entries(changes)) {
        const file = path.join(folder, name);
        await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')));
      }
      const changed = changeBuild?.(build) ?? build;
      await writeFile(path.join(folder, 'build.json'), JSON.stringify(changed));
      const { id } = await this.releaseAs(variables, 'publish', remote, '--from', folder);
      return String(id);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Makes a release live without the gate, like one that turns hostile later. */
  async activateUnasked(remote: string, id: string): Promise<void> {
    await activateRelease(this.platform(), {
      remote,
      id,
      by: 'drill',
      reason: 'hostile drill',
      guard: 'off',
      rules: [],
    });
    await this.followed(remote, id);
  }

  /** The platform with staff's key, or with that of another person. */
  platform(variables: NodeJS.ProcessEnv = {}): ReleasePlatform {
    return openSitePlatform({ ...process.env, ...variables, DATA_DIR: this.dataFolder }, null);
  }

  /** Waits until both servers serve this release of a remote. */
  async followed(remote: string, id: string): Promise<void> {
    const page = this.#pages[remote]?.[0] ?? '/';
    for (const address of this.addresses) {
      const until = Date.now() + pageLimit;
      while (!(await headersOf(address + page)).get('x-release-set')?.includes(`${remote}/${id}`)) {
        if (Date.now() > until) throw new Error(`${address} does not serve ${remote} ${id}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  startAnother(): Promise<ShellServer> {
    return this.#site.startAnother();
  }

  /** Requests a path from one of the servers; the default is the first. */
  get(pathname: string, init: RequestInit = {}, server: 0 | 1 = 0): Promise<Response> {
    return fetch(this.addresses[server] + pathname, { signal: AbortSignal.timeout(pageLimit), ...init });
  }

  /**
   * Checks that both servers still run as the same processes, report healthy, and send every fixed page with header, footer
   * and heading. Pages of remotes in `except` are skipped.
   * @throws Error that names the difference
   */
  async assertAlive({ except = [] }: { except?: readonly string[] } = {}): Promise<void> {
    const problems: string[] = [];
    for (const { address, isRunning } of this.servers) {
      if (!isRunning()) {
        problems.push(`the server ${address} has ended`);
        continue;
      }
      const health = await statusAndText(`${address}/healthz`);
      if (health.status !== 200) problems.push(`${address}/healthz answers ${health.status} ${health.text}`);
      const paths = Object.entries(this.#pages).flatMap(([remote, list]) => (except.includes(remote) ? [] : list));
      for (const pathname of paths) {
        const { status, text } = await statusAndText(address + pathname);
        const missing = ['<header', '<footer', '<h1'].filter((part) => !text.includes(part));
        if (status !== 200) problems.push(`${address}${pathname} answers ${status} ${text.slice(0, 80)}`);
        else if (missing.length > 0) problems.push(`${address}${pathname} has no ${missing.join(', ')}`);
      }
    }
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('; '));
  }

  /** Remotes whose live release differs from the one at the start. */
  async changedRemotes(): Promise<string[]> {
    const live = await this.#liveByRemote();
    return Object.keys(this.#firstLive).filter((remote) => live[remote] !== this.#firstLive[remote]);
  }

  /** Replaces the site: other servers, another data folder; `environment` adds variables for the servers. */
  async reset(environment: NodeJS.ProcessEnv = this.#environment): Promise<void> {
    await this.stop();
    const fresh = await HostileSite.start(environment, this.#renew);
    this.#site = fresh.#site;
    this.#another = fresh.#another;
    this.#environment = environment;
    this.#log = '';
    await this.#remember();
  }

  async stop(): Promise<void> {
    await this.#another.stop();
    await this.#site.stop();
  }

  async #remember(): Promise<void> {
    this.#firstLive = await this.#liveByRemote();
    const set = (await headersOf(`${this.#site.address}/`)).get('x-release-set')?.split(' ')[0] ?? '';
    const { remotes } = JSON.parse((await statusAndText(`${this.#site.address}/composition/${set}.json`)).text);
    this.#pages = Object.fromEntries(
      Object.entries<{ live: { routes: { path: string }[] } }>(remotes).map(([remote, { live }]) => [
        remote,
        live.routes.map((route) => route.path).filter((route) => !route.includes(':')),
      ]),
    );
  }

  async #liveByRemote(): Promise<Record<string, string>> {
    const { remotes } = await this.release('status');
    // The cast is safe: it is the shape of the command's answer.
    const states = remotes as { remote: string; live: string }[];
    return Object.fromEntries(states.map(({ remote, live }) => [remote, live]));
  }
}

/** The output of a failed command, without Node's prefix. */
function sayingOf(error: unknown): string {
  const errors = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return errors || String(error);
}

async function headersOf(address: string): Promise<Headers> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(pageLimit) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.headers ?? new Headers();
}

async function statusAndText(address: string): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(pageLimit) });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

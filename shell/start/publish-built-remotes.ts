import path from 'node:path';
import { shellName } from 'kit/contracts/shell-name';
import {
  activateRelease,
  Gate,
  History,
  Publishing,
  ReleaseError,
  type ReleasePlatform,
  Site,
  SiteRights,
  Writing,
} from '../platform/index.ts';
import { firstNamespaces, knownRemotes } from '../settings/namespaces.ts';
import { repositoryRoot } from '../settings/places.ts';
import type { LoadPages } from '../settings/release-policy.ts';
import { foundThisSite, openSitePlatform } from '../settings/site-platform.ts';

const by = 'npm start';

/** Codes of errors that would stop every other remote as well. */
const fatalCodes: ReadonlySet<string> = new Set(['store-unwritable', 'store-unreadable', 'keys', 'untrusted']);

/** A remote, or the shell, whose new release did not go live. */
export interface LeftOut {
  remote: string;
  /** The release that stays live; null if the remote has none. */
  live: string | null;
  problem: string;
}

/** A remote, or the shell, whose live release intentionally differs from this checkout. */
export interface OtherLive {
  remote: string;
  live: string;
  /** The release of this checkout, which is in the store. */
  built: string;
  /** The reason, as a clause. */
  reason: string;
}

export interface Publications {
  /** Releases that went live, such as `mf-agents 1.0.0-00000000`. */
  activated: string[];
  leftOut: LeftOut[];
  otherLive: OtherLive[];
}

interface PublishOptions {
  /** Loads the pages of the site, whose module reads the shell's build, which may be made just before. */
  loadPages: LoadPages;
  log?: (sentence: string) => void;
  /** Remotes that could not be built, with the compiler's output. Their folders hold an older build. */
  unbuilt?: ReadonlyMap<string, string>;
  /**
   * Whether a build that was published before goes live, for example after a change of the branch. The default is `keep`.
   */
  known?: 'activate' | 'keep';
}

/**
 * Publishes the builds, the shell's first, and makes new ones live. A build that the store already has only goes live with
 * `known: 'activate'`, and only in place of a release that an earlier start made live. So a restart undoes no rollback or
 * activation by people or the guard. A remote that was not built, or is refused, keeps its live release and does not stop
 * the others.
 * @throws ReleaseError if the store itself, its rights or its keys cannot be used.
 */
export async function publishBuiltRemotes(
  dataFolder: string,
  { loadPages, log = console.log, unbuilt = new Map(), known = 'keep' }: PublishOptions,
): Promise<Publications> {
  const environment = { ...process.env, DATA_DIR: dataFolder };
  for (const sentence of await foundThisSite(environment, by)) log(sentence);
  const platform = openSitePlatform(environment, loadPages);
  await giveNewRemotesTheirPaths(platform, log);
  const current = platform.chain.current?.composition;
  const activated: string[] = [];
  const leftOut: LeftOut[] = [];
  const otherLive: OtherLive[] = [];
  // The shell is first, so that it provides the modules that the remotes' new releases need.
  for (const remote of [shellName, ...knownRemotes]) {
    const live = current?.remotes[remote]?.live ?? null;
    const problem = unbuilt.get(remote);
    const outcome = problem === undefined ? await publishOne(platform, { remote, live, known }) : { problem };
    if ('problem' in outcome) leftOut.push({ remote, live, problem: outcome.problem });
    else if ('reason' in outcome) otherLive.push({ remote, ...outcome });
    else if (outcome.id !== null) activated.push(`${remote} ${outcome.id}`);
  }
  return { activated, leftOut, otherLive };
}

/** Returns the id of the release that went live, null if the build is already live, or the reason why it did not go live. */
async function publishOne(
  platform: ReleasePlatform,
  { remote, live, known }: { remote: string; live: string | null; known: 'activate' | 'keep' },
): Promise<{ id: string | null } | { problem: string } | Omit<OtherLive, 'remote'>> {
  try {
    const { record, added } = await Publishing.publishRelease(platform, path.join(repositoryRoot, remote, 'dist'), {
      remote,
    });
    const built = record.id;
    if (built === live) return { id: null };
    if (!added && live !== null) {
      const reason =
        known === 'keep' ? 'it was published before' : await whyLiveStays(platform, { remote, live, built });
      if (reason !== null) return { live, built, reason };
    }
    const reason = live === null ? 'first release' : 'the source changed';
    // A first release cannot break anything live, so the browser check is skipped, which saves ten seconds.
    const all = remote === shellName ? Gate.shellGateRules : Gate.gateRules;
    const rules = live === null ? all.filter(({ id }) => id !== 'browser') : all;
    await activateRelease(platform, { remote, id: built, by, reason, rules });
    return { id: built };
  } catch (error) {
    // An unusable store is not this remote's fault, and would stop every other remote as well.
    if (!(error instanceof ReleaseError) || fatalCodes.has(error.code)) throw error;
    return { problem: error.message };
  }
}

/** The reason why a start keeps the live release instead of a build that the store has; null if it does not keep it. */
async function whyLiveStays(
  platform: ReleasePlatform,
  { remote, live, built }: Omit<OtherLive, 'reason'>,
): Promise<string | null> {
  const { chain } = platform;
  if (chain.withdrawn.has(`${remote}/${built}`)) return 'it was taken back';
  const canary = chain.current?.composition.remotes[remote]?.canary;
  if (canary) return `a canary of ${canary.id} is running`;
  const { entries } = await History.readAudit(platform);
  const switches = entries.filter((entry) => 'to' in entry);
  const madeLive = switches.findLast(
    (revision) =>
      !Site.isAboutSite(revision) &&
      Site.movesOf(revision).some((move) => move.remote === remote && move.from !== move.to),
  );
  return madeLive?.by === by ? null : `${madeLive?.by ?? 'somebody else'} made ${live} live`;
}

/** Returns a remote that is new in this repository its paths. It changes no path that staff assigned or removed. */
async function giveNewRemotesTheirPaths(platform: ReleasePlatform, log: (sentence: string) => void): Promise<void> {
  const { namespaces } = await Writing.readRights(platform);
  const known = new Set(namespaces.map(({ remote }) => remote));
  const taken = new Set(namespaces.map(({ path }) => path));
  for (const line of firstNamespaces) {
    if (known.has(line.remote) || taken.has(line.path)) continue;
    await SiteRights.givePath(platform, { ...line, by, reason: 'a remote that is new here' });
    log(`${line.remote} has the path ${line.path} from now on.`);
  }
}

/** Describes prominently which remotes did not go live, why, and the remedy. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  const rule = '!'.repeat(100);
  const parts = leftOut.map(({ remote, live, problem }) => {
    const served = live
      ? `${remote}: its new release did NOT go live; visitors still get ${live}.`
      : withoutRelease(remote);
    return `${served}\n${problem.trim().replaceAll(/^/gm, '  ')}\n  To do: mend ${remote} and start again, or: npm run release -- publish ${remote}, then activate it.`;
  });
  return [rule, ...parts, rule].join('\n');
}

/** Describes which live releases are not those of this checkout, and how to change that. */
export function describeOtherLive(otherLive: readonly OtherLive[]): string {
  const lines = otherLive.flatMap(({ remote, live, built, reason }) => [
    `  ${remote} ${live}, not ${built}: ${reason}.`,
    `    To change that: npm run release -- activate ${remote} ${built} --reason "..."`,
  ]);
  return ['These live releases are not what this checkout builds:', ...lines].join('\n');
}

function withoutRelease(name: string): string {
  if (name === shellName)
    return `${name}: its release did NOT go live; pages are made with the shell beside the program.`;
  return `${name}: it has no release that could be served; its pages answer 503.`;
}

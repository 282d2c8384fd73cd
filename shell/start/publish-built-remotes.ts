import path from 'node:path';
import { shellName } from 'kit/contracts/shell-name';
import {
  activateRelease,
  gateRules,
  givePath,
  isAboutSite,
  movesOf,
  publishRelease,
  ReleaseError,
  type ReleasePlatform,
  readAudit,
  readRights,
  shellGateRules,
} from '../platform/index.ts';
import { firstNamespaces, knownRemotes } from '../settings/namespaces.ts';
import { repositoryRoot } from '../settings/places.ts';
import { foundThisSite, openSitePlatform } from '../settings/site-platform.ts';

const by = 'npm start';

/** What would stop every other remote as well. */
const ofAll: ReadonlySet<string> = new Set(['store-unwritable', 'store-unreadable', 'keys', 'untrusted']);

/** A remote, or the shell, whose new release did not go live. */
export interface LeftOut {
  remote: string;
  /** The release that goes on being served; null when the remote has none. */
  live: string | null;
  /** Why, and what to do. */
  problem: string;
}

/** A remote, or the shell, whose live release is another one than this checkout builds, on purpose. */
export interface OtherLive {
  remote: string;
  live: string;
  /** The release of this checkout; the store has it. */
  built: string;
  /** Why it is not made live, as a clause. */
  reason: string;
}

export interface Publications {
  /** What went live, as `mf-agents 1.0.0-00000000`. */
  activated: string[];
  leftOut: LeftOut[];
  otherLive: OtherLive[];
}

interface PublishOptions {
  say?: (sentence: string) => void;
  /** Remotes that could not be built, with what the compiler said: what lies in their folders is an older build. */
  unbuilt?: ReadonlyMap<string, string>;
  /** What happens with a build that was published before, as after a change of the branch; by default it is kept as it is. */
  known?: 'activate' | 'keep';
}

/**
 * Publishes what the builds left, the shell's first, and makes it live where it is new. A build that the store knows already is made
 * live at most by `known: 'activate'`, and only in place of a release that a start made live: what people or the guard rolled back,
 * and what they made live themselves, stays over a restart. A remote that was not built, or is refused, keeps its live release and
 * keeps nobody else from going live.
 *
 * @throws ReleaseError when the store itself, its rights or its keys cannot be used.
 */
export async function publishBuiltRemotes(
  dataFolder: string,
  { say = console.log, unbuilt = new Map(), known = 'keep' }: PublishOptions = {},
): Promise<Publications> {
  const environment = { ...process.env, DATA_DIR: dataFolder };
  for (const sentence of await foundThisSite(environment, by)) say(sentence);
  const platform = openSitePlatform(environment);
  await giveNewRemotesTheirPaths(platform, say);
  const current = platform.chain.current?.composition;
  const activated: string[] = [];
  const leftOut: LeftOut[] = [];
  const otherLive: OtherLive[] = [];
  // First: what the remotes' new releases take of it is there when they are asked for it.
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

interface BuiltRemote {
  remote: string;
  live: string | null;
  known: 'activate' | 'keep';
}

/** The id of what went live, null when nothing had to; or why it did not. */
async function publishOne(
  platform: ReleasePlatform,
  { remote, live, known }: BuiltRemote,
): Promise<{ id: string | null } | { problem: string } | Omit<OtherLive, 'remote'>> {
  try {
    const { record, added } = await publishRelease(platform, path.join(repositoryRoot, remote, 'dist'), { remote });
    const built = record.id;
    if (built === live) return { id: null };
    if (!added && live !== null) {
      const reason =
        known === 'keep' ? 'it was published before' : await whyLiveStays(platform, { remote, live, built });
      if (reason !== null) return { live, built, reason };
    }
    const reason = live === null ? 'first release' : 'the source changed';
    // Nothing is served that a first release could spoil: the site starts some ten seconds sooner without a browser.
    const all = remote === shellName ? shellGateRules : gateRules;
    const rules = live === null ? all.filter(({ id }) => id !== 'browser') : all;
    await activateRelease(platform, { remote, id: built, by, reason, rules });
    return { id: built };
  } catch (error) {
    // A store that cannot be used is no remote's fault, and nobody's release would get through.
    if (!(error instanceof ReleaseError) || ofAll.has(error.code)) throw error;
    return { problem: error.message };
  }
}

/** Why a start leaves what is live in place of a build that the store knows; null when it does not. */
async function whyLiveStays(
  platform: ReleasePlatform,
  { remote, live, built }: Omit<OtherLive, 'reason'>,
): Promise<string | null> {
  const { chain } = platform;
  if (chain.withdrawn.has(`${remote}/${built}`)) return 'it was taken back';
  const canary = chain.current?.composition.remotes[remote]?.canary;
  if (canary) return `a canary of ${canary.id} is running`;
  const { entries } = await readAudit(platform);
  const switches = entries.filter((entry) => 'to' in entry);
  const madeLive = switches.findLast(
    (revision) =>
      !isAboutSite(revision) && movesOf(revision).some((move) => move.remote === remote && move.from !== move.to),
  );
  return madeLive?.by === by ? null : `${madeLive?.by ?? 'somebody else'} made ${live} live`;
}

/** A remote that is new in this repository gets the paths of its lines; what staff gave and took stays as it is. */
async function giveNewRemotesTheirPaths(platform: ReleasePlatform, say: (sentence: string) => void): Promise<void> {
  const { namespaces } = await readRights(platform);
  const known = new Set(namespaces.map(({ remote }) => remote));
  const taken = new Set(namespaces.map(({ path }) => path));
  for (const line of firstNamespaces) {
    if (known.has(line.remote) || taken.has(line.path)) continue;
    await givePath(platform, { ...line, by, reason: 'a remote that is new here' });
    say(`${line.remote} has the path ${line.path} from now on.`);
  }
}

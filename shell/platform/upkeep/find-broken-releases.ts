import { judgeRequirements } from 'kit/squad/rules/judge-release';
import { readRights } from '../acts/read-site.ts';
import { gateRules, runGate } from '../gate/gate.ts';
import type { GateFinding } from '../gate/gate-rule.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { type ReleaseUse, releasesInUse } from './releases-in-use.ts';

/** A release in use that would not work with this platform's shell. */
interface BrokenRelease extends ReleaseUse {
  findings: GateFinding[];
}

/** How pages fare in a shell. */
const pageRules = ['render', 'browser'];

/**
 * Holds every release in use against the shell of this very platform, which may be one that is not live yet. Damage elsewhere
 * is not its affair: a release that cannot be read is named as such.
 */
export async function findBrokenReleases(
  platform: ReleasePlatform,
  { pages, notes }: { pages: boolean; notes: string[] },
): Promise<{ asked: number; broken: BrokenRelease[] }> {
  const { store, policy, chain } = platform;
  await readRights(platform);
  const composition = chain.current?.composition ?? null;
  const rules = pages ? gateRules.filter(({ id }) => pageRules.includes(id)) : [];
  const uses = releasesInUse(composition);
  const broken: BrokenRelease[] = [];
  for (const use of uses) {
    const findings = await loadRelease(store, use.remote, use.id).then(
      async (release) => {
        // Of this shell, whichever is live.
        const unmet = judgeRequirements(release.record, policy.sharedModules).map((one) => ({ rule: 'needs', ...one }));
        const context = { store, policy, rights: chain.rights, isRollback: false, release, composition, notes };
        return [...unmet, ...(await runGate(context, rules))];
      },
      (error: unknown) => [{ rule: 'record', problem: messageOf(error), remedy: 'See "verify".' }],
    );
    if (findings.length > 0) broken.push({ ...use, findings });
  }
  return { asked: uses.length, broken };
}

import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { endIsPast } from '../state/apply-switch.ts';
import { siteFreezeOf } from '../state/frozen.ts';
import { readSite } from './read-site.ts';
import { doSwitch, passGate, type SwitchRequest, type SwitchResult } from './switch.ts';

interface Freezing {
  frozen: boolean;
  /** When a freeze is over by itself, ISO 8601; without it people end it. */
  until?: string | undefined;
}

/** Lets a remote take no new release, or ends that. Steps back go on, so that a freeze never keeps a fault on the site. */
export async function setFrozen(platform: ReleasePlatform, request: SwitchRequest & Freezing): Promise<SwitchResult> {
  const { remote, frozen } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition?.remotes[remote];
  const action = frozen
    ? ({ type: 'freeze', remote, ...(until && { until }) } as const)
    : ({ type: 'unfreeze', remote } as const);
  const isSo = (before?.frozen !== undefined) === frozen && before?.frozenUntil === until;
  return doSwitch(platform, site, request, action, { isSo });
}

/** The same for the whole site, with remotes that it does not have yet. Takes a key with the right to freeze all remotes. */
export async function setSiteFrozen(
  platform: ReleasePlatform,
  request: Omit<SwitchRequest, 'remote'> & Freezing,
): Promise<SwitchResult> {
  const { frozen } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition && siteFreezeOf(site.composition, new Date().toISOString());
  const action = frozen
    ? ({ type: 'freeze-site', ...(until && { until }) } as const)
    : ({ type: 'unfreeze-site' } as const);
  const isSo = (before !== null) === frozen && before?.until === until;
  return doSwitch(platform, site, request, action, { isSo });
}

function checkEnd(until: string | undefined): string | undefined {
  if (until === undefined) return undefined;
  const end = Date.parse(until);
  if (end > Date.now()) return new Date(end).toISOString();
  throw new ReleaseError('bad-name', endIsPast(until));
}

/**
 * Takes a remote off the site, or puts it back: none of its pages is served in between, and no other remote is touched. It may
 * be switched meanwhile; what is live then is what comes back. Who restores it has the release pass the rules of a rollback.
 */
export async function setWithdrawn(
  platform: ReleasePlatform,
  request: SwitchRequest & { withdrawn: boolean },
): Promise<SwitchResult> {
  const { remote, withdrawn, rules } = request;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition?.remotes[remote];
  const isSo = (before?.withdrawn !== undefined) === withdrawn;
  const id = before?.live ?? '';
  return doSwitch(
    platform,
    site,
    request,
    { type: withdrawn ? 'withdraw' : 'restore', remote },
    {
      isSo,
      ...(!withdrawn &&
        !isSo && { gate: () => passGate(platform, site.composition, { remote, id, rules, rollback: true }) }),
    },
  );
}

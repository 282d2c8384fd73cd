import type { Composition } from 'kit/contracts/composition';
import type { Signer } from '../keys/signer.ts';
import { describeRevision } from '../log/describe-revision.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { isForward } from '../trust/change-problem.ts';
import { checkRight } from '../trust/check-right.ts';
import { askedRemote, neededRights } from '../trust/needed-rights.ts';
import { movesOf } from './moves-of.ts';
import {
  checkNotFrozen,
  notBefore,
  passGate,
  readForSwitch,
  type SwitchRequest,
  type SwitchResult,
  writeSwitch,
} from './switch.ts';

type RemoteState = Composition['remotes'][string];

/**
 * Takes the revision in effect back, whatever it did, if the one before is known. What took something back itself is not undone:
 * so two people who undo the same switch undo it once, and the second is told who was first.
 */
export async function undoSwitch(
  platform: ReleasePlatform,
  request: Omit<SwitchRequest, 'remote'>,
): Promise<SwitchResult> {
  const reading = await readForSwitch(platform, request);
  const { current } = reading;
  const earlier = platform.chain.earlier?.composition ?? null;
  if (!current) throw new ReleaseError('nothing-to-do', 'Nothing was switched yet that could be undone.');
  if (current.action === 'undo') {
    throw new ReleaseError(
      'nothing-to-do',
      `Revision ${current.undoes?.revision} was undone already: ${describeRevision(current)}. Nothing was changed.`,
    );
  }
  if (!earlier || current.previous?.revision !== earlier.revision) {
    throw new ReleaseError(
      'nothing-to-do',
      `What was in effect before revision ${current.revision} is not known here.`,
    );
  }
  const undoes = { revision: current.revision, action: current.action };
  const at = notBefore(current.at);
  const steps = movesOf(current).map(({ remote }) => {
    const [now, then] = [current.remotes[remote], earlier.remotes[remote]];
    if (now && then) return { remote, from: now.live, to: then.live, state: anew(then, now, at) };
    throw new ReleaseError(
      'nothing-to-do',
      `Before revision ${current.revision} ${remote} had no live release: withdraw it to take it off the site.`,
    );
  });
  const [first, ...others] = steps;
  if (!first) throw new ReleaseError('nothing-to-do', 'Nothing was switched yet that could be undone.');
  const entry = { action: 'undo', undoes } as const;
  let signer: Signer | null = null;
  let gateMilliseconds = 0;
  for (const { remote, state, from, to } of steps) {
    for (const right of neededRights(entry, state)) {
      signer = await checkRight(platform, right, askedRemote(entry, remote));
    }
    if (isForward(entry)) checkNotFrozen(reading, remote);
    for (const id of releasesThatComeBack({ from, to, state })) {
      const { rules } = request;
      gateMilliseconds += await passGate(platform, current, { remote, id, rules, rollback: true });
    }
  }
  if (!signer) throw new ReleaseError('right', 'Nobody signs this.');
  const { remote, from, to, state } = first;
  return writeSwitch(
    platform,
    reading,
    { ...request, remote },
    {
      ...entry,
      ...{ from, to, state, at, signer, gateMilliseconds },
      siteFrozen: earlier.siteFrozen ?? null,
      ...(others.length > 0 && {
        also: others.map((other) => ({ remote: other.remote, from: other.from, to: other.to })),
        others: Object.fromEntries(others.map((other) => [other.remote, other.state])),
      }),
    },
  );
}

/** What comes back is looked at anew from now on. */
function anew(then: RemoteState, now: RemoteState, at: string): RemoteState {
  const { canary } = then;
  return {
    ...then,
    ...(then.live !== now.live && { since: at }),
    ...(canary && { canary: { ...canary, since: at } }),
  };
}

function releasesThatComeBack({ from, to, state }: { from: string; to: string; state: RemoteState }): string[] {
  return [...(from === to ? [] : [to]), ...(state.canary ? [state.canary.id] : [])];
}

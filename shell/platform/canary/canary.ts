import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import type { CurrentRevision, ReleaseStore } from '../store/release-store.ts';
import { passGate, readForSwitch, type SwitchRequest, type SwitchResult, writeSwitch } from '../switch/switch.ts';

export interface CanaryRequest extends SwitchRequest {
  id: string;
  /** Above 0, up to 100. */
  percent: number;
}

export interface PromoteRequest extends SwitchRequest {
  /** `off`: failures of this release never roll it back automatically. */
  guard?: 'on' | 'off';
}

interface AbortRequest extends SwitchRequest {
  /** What an automatic end was decided on. */
  evidence?: Composition['evidence'];
}

/** Gives a share of the visitors a release that is not live, or changes the share. It passes the gate first. */
export async function startCanary(platform: ReleasePlatform, request: CanaryRequest): Promise<SwitchResult> {
  const { store } = platform;
  const { remote, id, percent, rules } = request;
  if (!(percent > 0 && percent <= 100)) {
    throw new ReleaseError('bad-name', `A canary's share is above 0 and at most 100 percent, not ${percent}.`);
  }
  const reading = await readForSwitch(store, request);
  const before = reading.current?.remotes[remote];
  if (!before)
    throw new ReleaseError('nothing-to-do', `${remote} has no live release beside which a canary could run.`);
  if (before.live === id) throw new ReleaseError('nothing-to-do', `${remote} ${id} is live already.`);
  const notes: string[] = [];
  const rollback = before.canary?.id === id;
  const gateMilliseconds = await passGate(platform, reading.current, { remote, id, rules, rollback, notes });
  const state = { ...before, canary: { id, percent, since: new Date().toISOString() } };
  const change = { action: 'canary', from: before.canary?.id ?? before.live, to: id, gateMilliseconds } as const;
  return { ...(await writeSwitch(store, reading, request, { ...change, state })), notes };
}

/** Makes the canary live for everybody. */
export async function promoteCanary(platform: ReleasePlatform, request: PromoteRequest): Promise<SwitchResult> {
  const { store } = platform;
  const { remote, rules, guard } = request;
  const { reading, before, canary } = await readCanary(store, request);
  const notes: string[] = [];
  const candidate = { remote, id: canary.id, rules, rollback: false, notes };
  const gateMilliseconds = await passGate(platform, reading.current, candidate);
  const state = {
    live: canary.id,
    previous: before.live,
    since: new Date().toISOString(),
    ...(guard === 'off' && { guard }),
  };
  const change = { action: 'promote', from: before.live, to: canary.id, gateMilliseconds } as const;
  return { ...(await writeSwitch(store, reading, request, { ...change, state })), notes };
}

/** Gives everybody the live release again. */
export async function abortCanary(
  { store }: Pick<ReleasePlatform, 'store'>,
  request: AbortRequest,
): Promise<SwitchResult> {
  const { evidence } = request;
  const { reading, before, canary } = await readCanary(store, request);
  const { canary: _, ...state } = before;
  const change = {
    action: 'abort',
    from: canary.id,
    to: before.live,
    gateMilliseconds: 0,
    ...(evidence && { evidence }),
  } as const;
  return writeSwitch(store, reading, request, { ...change, state });
}

async function readCanary(store: ReleaseStore, request: SwitchRequest) {
  const reading: CurrentRevision<Composition> = await readForSwitch(store, request);
  const before = reading.current?.remotes[request.remote];
  if (before?.canary) return { reading, before, canary: before.canary };
  throw new ReleaseError('nothing-to-do', `No canary of ${request.remote} is running.`);
}

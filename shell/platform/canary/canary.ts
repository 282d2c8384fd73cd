import type { PlanRequest } from 'kit/contracts/canary-plan';
import { type Composition, canaryPlanSchema, planLimits } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import {
  checkNotFrozen,
  passGate,
  readForSwitch,
  type SwitchRequest,
  type SwitchResult,
  writeSwitch,
} from '../switch/switch.ts';
import { checkRight } from '../trust/check-right.ts';

export interface CanaryRequest extends SwitchRequest {
  id: string;
  /** Above 0, up to 100; of a canary with a plan, its first step says it. */
  percent?: number;
  /** Grows by itself as long as nothing speaks against it. */
  plan?: PlanRequest;
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
  const { remote, id, plan, rules } = request;
  const percent = plan ? (plan.steps[0]?.percent ?? 0) : (request.percent ?? 0);
  if (plan) checkPlan(plan);
  if (!(percent > 0 && percent <= 100)) {
    throw new ReleaseError('bad-name', `A canary's share is above 0 and at most 100 percent, not ${percent}.`);
  }
  const reading = await readForSwitch(platform, request);
  const signer = await checkRight(platform, 'canary', remote);
  // It goes live without anybody's further word.
  if (plan?.promote) await checkRight(platform, 'activate', remote);
  checkNotFrozen(reading, remote);
  const before = reading.current?.remotes[remote];
  if (!before)
    throw new ReleaseError('nothing-to-do', `${remote} has no live release beside which a canary could run.`);
  if (before.live === id) throw new ReleaseError('nothing-to-do', `${remote} ${id} is live already.`);
  const notes: string[] = [];
  const rollback = before.canary?.id === id;
  const gateMilliseconds = await passGate(platform, reading.current, { remote, id, rules, rollback, notes });
  const canary = { id, percent, since: new Date().toISOString(), ...(plan && { plan: { ...plan, step: 0 } }) };
  const state = { ...before, canary };
  const from = before.canary?.id ?? before.live;
  const change = { action: 'canary', signer, from, to: id, gateMilliseconds } as const;
  return { ...(await writeSwitch(platform, reading, request, { ...change, state })), notes };
}

/** Makes the canary live for everybody. */
export async function promoteCanary(platform: ReleasePlatform, request: PromoteRequest): Promise<SwitchResult> {
  const { remote, rules, guard } = request;
  const { reading, before, canary } = await readCanary(platform, request);
  const signer = await checkRight(platform, 'activate', remote);
  checkNotFrozen(reading, remote);
  const notes: string[] = [];
  const candidate = { remote, id: canary.id, rules, rollback: false, notes };
  const gateMilliseconds = await passGate(platform, reading.current, candidate);
  const state = {
    live: canary.id,
    previous: before.live,
    since: new Date().toISOString(),
    ...(guard === 'off' && { guard }),
    ...(before.withdrawn && { withdrawn: before.withdrawn }),
  };
  const change = { action: 'promote', from: before.live, to: canary.id, gateMilliseconds, signer } as const;
  return { ...(await writeSwitch(platform, reading, request, { ...change, state })), notes };
}

/** Gives everybody the live release again. */
export async function abortCanary(
  platform: Pick<ReleasePlatform, 'store' | 'chain' | 'readSigner'>,
  request: AbortRequest,
): Promise<SwitchResult> {
  const { evidence } = request;
  const { reading, before, canary } = await readCanary(platform, request);
  const signer = await checkRight(platform, 'rollback', request.remote);
  const { canary: _, ...state } = before;
  const change = {
    action: 'abort',
    from: canary.id,
    to: before.live,
    gateMilliseconds: 0,
    signer,
    ...(evidence && { evidence }),
  } as const;
  return writeSwitch(platform, reading, request, { ...change, state });
}

/** A plan that cannot be kept is refused in words before anything else is asked. */
function checkPlan({ steps, promote }: PlanRequest): void {
  const problem = canaryPlanSchema.safeParse({ steps, promote, step: 0 }).error?.issues[0];
  if (problem) {
    throw new ReleaseError(
      'bad-name',
      `A plan has 1 to ${planLimits.steps} steps, each with a share above 0 and at most 100 percent, and a time above 0 and at most ${planLimits.minutes / 60 / 24} days.`,
    );
  }
  const shrinking = steps.findIndex(({ percent }, index) => percent <= (steps[index - 1]?.percent ?? 0));
  if (shrinking < 0) return;
  const [last, next] = [steps[shrinking - 1]?.percent, steps[shrinking]?.percent];
  throw new ReleaseError(
    'bad-name',
    `A plan's shares grow with each step; ${next} percent follows on ${last} percent.`,
  );
}

export async function readCanary(platform: Pick<ReleasePlatform, 'store' | 'chain'>, request: SwitchRequest) {
  const reading = await readForSwitch(platform, request);
  const before = reading.current?.remotes[request.remote];
  if (before?.canary) return { reading, before, canary: before.canary };
  throw new ReleaseError('nothing-to-do', `No canary of ${request.remote} is running.`);
}

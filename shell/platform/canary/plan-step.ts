import type { Composition } from 'kit/contracts/composition';
import { quickGateRules } from '../gate/gate.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import {
  checkNotFrozen,
  notBefore,
  passGate,
  type SwitchRequest,
  type SwitchResult,
  writeSwitch,
} from '../switch/switch.ts';
import { checkRight } from '../trust/check-right.ts';
import { readCanary } from './canary.ts';
import { dueAt, nextStepOf } from './canary-plan.ts';

interface StepRequest extends SwitchRequest {
  /** What the step was decided on. */
  evidence: NonNullable<Composition['evidence']>;
}

/**
 * Does what a plan says next: a larger share, or live for everybody. Signed by a server, it counts since people signed the plan.
 * Whoever calls this has waited for the time of the step, and looked at what there is to see.
 */
export async function takePlannedStep(platform: ReleasePlatform, request: StepRequest): Promise<SwitchResult> {
  const { remote, evidence } = request;
  const { reading, before, canary } = await readCanary(platform, request);
  const signer = await checkRight(platform, 'rollback', remote);
  checkNotFrozen(reading, remote);
  const { plan } = canary;
  const next = nextStepOf(canary);
  if (!plan || plan.paused || !next || next.kind === 'end') {
    throw new ReleaseError('nothing-to-do', `The canary of ${remote} has no plan that says what comes next.`);
  }
  // Its time is over by the clock of this server; the one that signed the step before may be ahead of it.
  const at = new Date(Math.max(Date.parse(notBefore(reading.current?.at)), dueAt(canary) ?? 0)).toISOString();
  const common = { from: before.live, to: canary.id, signer, evidence, at } as const;
  if (next.kind === 'advance') {
    const share = { ...canary, percent: next.percent, since: at, plan: { ...plan, step: plan.step + 1 } };
    const state = { ...before, canary: share };
    return writeSwitch(platform, reading, request, { ...common, action: 'advance', gateMilliseconds: 0, state });
  }
  // It passed the whole gate when the canary began; what else is live may have changed meanwhile.
  const rules = request.rules ?? quickGateRules;
  const candidate = { remote, id: canary.id, rules, rollback: false };
  const gateMilliseconds = await passGate(platform, reading.current, candidate);
  const state = {
    live: canary.id,
    previous: before.live,
    since: at,
    ...(before.withdrawn && { withdrawn: before.withdrawn }),
  };
  return writeSwitch(platform, reading, request, {
    ...common,
    action: 'promote',
    byPlan: true,
    gateMilliseconds,
    state,
  });
}

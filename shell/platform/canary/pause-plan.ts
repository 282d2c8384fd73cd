import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { checkNotFrozen, notBefore, type SwitchRequest, type SwitchResult, writeSwitch } from '../switch/switch.ts';
import { checkRight } from '../trust/check-right.ts';
import { readCanary } from './canary.ts';

type Platform = Pick<ReleasePlatform, 'store' | 'chain' | 'readSigner'>;

/** Holds the plan of a canary at its share: people do, and servers that must not go on. The canary itself goes on. */
export async function pausePlan(platform: Platform, request: SwitchRequest): Promise<SwitchResult> {
  const { reading, before, canary, plan } = await readPlan(platform, request);
  const signer = await checkRight(platform, 'rollback', request.remote);
  if (plan.paused && reading.current) {
    return { composition: reading.current, outcome: 'unchanged', gateMilliseconds: 0 };
  }
  const paused = { since: notBefore(reading.current?.at), reason: request.reason };
  const state = { ...before, canary: { ...canary, plan: { ...plan, paused } } };
  const [from, to] = [before.live, canary.id];
  return writeSwitch(platform, reading, request, { action: 'pause', from, to, gateMilliseconds: 0, signer, state });
}

/** Lets a plan that was held go on; the time of its step, and what is seen of it, begin anew. */
export async function resumePlan(platform: Platform, request: SwitchRequest): Promise<SwitchResult> {
  const { reading, before, canary, plan } = await readPlan(platform, request);
  const signer = await checkRight(platform, 'canary', request.remote);
  if (plan.promote) await checkRight(platform, 'activate', request.remote);
  checkNotFrozen(reading, request.remote);
  const { paused, ...planned } = plan;
  if (!paused && reading.current) {
    return { composition: reading.current, outcome: 'unchanged', gateMilliseconds: 0 };
  }
  const at = notBefore(reading.current?.at);
  const state = { ...before, canary: { ...canary, since: at, plan: planned } };
  const [from, to] = [before.live, canary.id];
  return writeSwitch(platform, reading, request, {
    action: 'resume',
    from,
    to,
    gateMilliseconds: 0,
    signer,
    state,
    at,
  });
}

async function readPlan(platform: Pick<ReleasePlatform, 'store' | 'chain'>, request: SwitchRequest) {
  const { reading, before, canary } = await readCanary(platform, request);
  const { plan } = canary;
  if (plan) return { reading, before, canary, plan };
  throw new ReleaseError('nothing-to-do', `The canary of ${request.remote} has no plan: its share changes by command.`);
}

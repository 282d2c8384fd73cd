import { judgeRequirements } from 'kit/squad/rules/judge-release';
import type { GateContext, GateRule } from './gate-rule.ts';

/**
 * The host provides every shared module that the release takes, in a version that it was built for. The release of the shell
 * that is live decides; where there is none, the shells of the servers that run do, each of them; where none does, the one of
 * this checkout, which is to be started.
 */
export const requirementsAreMet: GateRule<Pick<GateContext, 'store' | 'policy' | 'release' | 'shell'>> = {
  id: 'needs',
  says: 'The live shell provides every shared module that it takes, in a version that it was built for.',
  onRollback: true,
  stopsGate: false,
  async check({ store, shell: released, release: { record }, policy: { sharedModules } }) {
    if (released) return judgeRequirements(record, released.parts.sharedModules);
    const heads = await store.readHeads(store.pace.headsCountFor);
    const live = heads.map((head) => head.sharedModules);
    const problems = (live.length > 0 ? live : [sharedModules]).flatMap((shell) => judgeRequirements(record, shell));
    return [...new Map(problems.map((one) => [one.problem, one])).values()];
  },
};

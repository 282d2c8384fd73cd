import type { ReleaseRecord } from 'kit/contracts/release';
import { satisfies, validRange } from 'semver';
import type { ReleasePolicy } from '../policy/release-policy.ts';
import type { GateContext, GateProblem, GateRule } from './gate-rule.ts';

type SharedModules = ReleasePolicy['sharedModules'];

/**
 * The host provides every shared module that the release takes, in a version that it was built for. Where servers run, their
 * shells decide, each of them; where none does, the one of this checkout, which is to be started.
 */
export const requirementsAreMet: GateRule<Pick<GateContext, 'store' | 'policy' | 'release'>> = {
  id: 'needs',
  says: 'The live shell provides every shared module that it takes, in a version that it was built for.',
  onRollback: true,
  stopsGate: false,
  async check({ store, release: { record }, policy: { sharedModules } }) {
    const heads = await store.readHeads(store.pace.headsCountFor);
    const live = heads.map((head) => head.sharedModules).filter((shell) => shell !== null);
    const problems = (live.length > 0 ? live : [sharedModules]).flatMap((shell) => unmetNeeds(record, shell));
    return [...new Map(problems.map((one) => [one.problem, one])).values()];
  },
};

/** What a release needs of a shell that this one does not provide. */
export function unmetNeeds({ needs }: ReleaseRecord, sharedModules: SharedModules): GateProblem[] {
  const asked = new Map<string, GateProblem>();
  for (const requirements of Object.values(needs)) {
    for (const [module, range] of Object.entries(requirements)) {
      const provided = Object.hasOwn(sharedModules, module) ? sharedModules[module] : undefined;
      const problem = problemOf(module, range, provided);
      if (problem) asked.set(`${module} ${range}`, problem);
    }
  }
  return [...asked.values()];
}

function problemOf(module: string, range: string, provided: string | undefined): GateProblem | null {
  const remedy = 'Build the remote against the shell that is live, or release the shell first.';
  if (provided === undefined) {
    return { problem: `It takes ${module} from the shell, which does not share it.`, remedy };
  }
  if (validRange(range) === null) return { problem: `It needs ${module} in "${range}", which is no range.`, remedy };
  if (satisfies(provided, range)) return null;
  return { problem: `It needs ${module} ${range}; the shell provides ${provided}.`, remedy };
}

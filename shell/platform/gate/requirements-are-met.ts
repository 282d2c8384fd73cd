import { satisfies, validRange } from 'semver';
import type { GateProblem, GateRule } from './gate-rule.ts';

/** The host provides every shared module that the release takes, in a version that it was built for. */
export const requirementsAreMet: GateRule = {
  id: 'needs',
  says: 'The live shell provides every shared module that it takes, in a version that it was built for.',
  onRollback: true,
  stopsGate: false,
  async check({ release: { record }, policy: { sharedModules } }) {
    const asked = new Map<string, GateProblem>();
    for (const requirements of Object.values(record.needs)) {
      for (const [module, range] of Object.entries(requirements)) {
        const provided = Object.hasOwn(sharedModules, module) ? sharedModules[module] : undefined;
        const problem = problemOf(module, range, provided);
        if (problem) asked.set(`${module} ${range}`, problem);
      }
    }
    return [...asked.values()];
  },
};

function problemOf(module: string, range: string, provided: string | undefined): GateProblem | null {
  const remedy = 'Build the remote against the shell that is live, or release the shell first.';
  if (provided === undefined) {
    return { problem: `It takes ${module} from the shell, which does not share it.`, remedy };
  }
  if (validRange(range) === null) return { problem: `It needs ${module} in "${range}", which is no range.`, remedy };
  if (satisfies(provided, range)) return null;
  return { problem: `It needs ${module} ${range}; the shell provides ${provided}.`, remedy };
}

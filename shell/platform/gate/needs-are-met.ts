import { isProvided, sharedModuleVersion } from 'kit/federation/shared-modules';
import { satisfies, validRange } from 'semver';
import type { GateProblem, GateRule } from './gate-rule.ts';

/** The shell provides every shared module that the release takes, in a version that it was built for. */
export const needsAreMet: GateRule = {
  id: 'needs',
  onRollback: true,
  stopsGate: false,
  async check({ release: { record } }) {
    const asked = new Map<string, GateProblem>();
    for (const needs of Object.values(record.needs)) {
      for (const [module, range] of Object.entries(needs)) {
        const problem = problemOf(module, range);
        if (problem) asked.set(`${module} ${range}`, problem);
      }
    }
    return [...asked.values()];
  },
};

function problemOf(module: string, range: string): GateProblem | null {
  const remedy = 'Build the remote against the shell that is live, or release the shell first.';
  if (!isProvided(module)) {
    return { problem: `It takes ${module} from the shell, which does not share it.`, remedy };
  }
  if (validRange(range) === null) return { problem: `It needs ${module} in "${range}", which is no range.`, remedy };
  const version = sharedModuleVersion(module);
  if (satisfies(version, range)) return null;
  return { problem: `It needs ${module} ${range}; the shell provides ${version}.`, remedy };
}

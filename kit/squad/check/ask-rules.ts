import type { SiteContract } from '../../contracts/squad/contract.ts';
import { assembleRelease } from '../release/assemble-release.ts';
import type { GateProblem } from '../rules/gate-problem.ts';
import { judgeNamespace, judgeRecord, judgeRequirements, judgeSize, measureScripts } from '../rules/judge-release.ts';

/** What the rules that can be asked away from the site say of a build. */
export interface Verdict {
  /** The release that the build would become. */
  id: string;
  findings: (GateProblem & { rule: string })[];
  /** Names of the rules that were asked, and of those that only the site can ask. */
  asked: string[];
  left: string[];
}

/** Asks a build what the gate of the site will ask, by what the live shell shares and allows. */
export async function askRules(dist: string, contract: SiteContract): Promise<Verdict> {
  const { record, files } = await assembleRelease(dist);
  const { namespaces, reserved, budgets, sharedModules, gate } = contract;
  const size = await measureScripts(record, async (file) => {
    const content = files.get(file);
    if (!content) throw new Error(`The build names ${file}, which it does not hold.`);
    return content;
  });
  const rules: Readonly<Record<string, GateProblem[]>> = {
    'record-budget': judgeRecord(record, JSON.stringify(record, null, 2), budgets.record),
    needs: judgeRequirements(record, sharedModules),
    namespace: judgeNamespace(record, { namespaces, reserved }),
    budget: judgeSize(record.remote, size, budgets.remotes[record.remote] ?? budgets.remote),
  };
  return {
    id: record.id,
    findings: Object.entries(rules).flatMap(([rule, problems]) => problems.map((problem) => ({ rule, ...problem }))),
    asked: Object.keys(rules),
    left: gate.map(({ id }) => id).filter((id) => !(id in rules)),
  };
}

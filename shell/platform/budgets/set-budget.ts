import type { ReleasePlatform } from '../policy/release-policy.ts';
import type { BudgetRevision, SizeBudget } from './budget-revision.ts';
import { budgetOf } from './size-budget.ts';

export interface BudgetRequest {
  remote: string;
  by: string;
  reason: string;
  budget: Partial<SizeBudget>;
  dryRun?: boolean;
}

/** Changes what a remote may weigh, by compare-and-set like every switch, with who and why. */
export async function setBudget(platform: ReleasePlatform, request: BudgetRequest): Promise<BudgetRevision> {
  const { remote, by, reason, budget, dryRun } = request;
  const { store } = platform;
  const { current, lastRevision } = await store.budgets.readCurrent();
  const from = await budgetOf(platform, remote);
  const to = { ...from, ...budget };
  const revision: BudgetRevision = {
    revision: lastRevision + 1,
    at: new Date().toISOString(),
    by,
    reason,
    remote,
    from,
    to,
    budgets: { ...current?.budgets, [remote]: to },
  };
  if (!dryRun) await store.budgets.append(revision);
  return revision;
}

import { judgeSize } from 'kit/squad/rules/judge-release';
import { measureRelease } from '../budgets/size-budget.ts';
import type { GateRule } from './gate-rule.ts';

/** What visitors have to load stays within the budget that staff gave the remote. */
export const sizeIsWithinBudget: GateRule = {
  id: 'budget',
  says: 'What visitors have to load stays within the budget of the remote.',
  onRollback: false,
  stopsGate: false,
  async check({ rights, release }) {
    const size = await measureRelease(release);
    return judgeSize(release.record.remote, size, rights.budgetOf(release.record.remote));
  },
};

import { measureRelease } from '../budgets/size-budget.ts';
import type { GateRule } from './gate-rule.ts';

const parts = { registered: 'Container and routes', page: 'Container, routes and the largest page' } as const;

/** What visitors have to load stays within the budget that staff gave the remote. */
export const sizeIsWithinBudget: GateRule = {
  id: 'budget',
  says: 'What visitors have to load stays within the budget of the remote.',
  onRollback: false,
  stopsGate: false,
  async check({ rights, release }) {
    const budget = rights.budgetOf(release.record.remote);
    const size = await measureRelease(release);
    const broken = (['registered', 'page'] as const).filter((part) => size[part] > budget[part]);
    return broken.map((part) => ({
      problem: `${parts[part]} weigh ${kilobytes(size[part])} with brotli; the budget is ${kilobytes(budget[part])}.`,
      remedy: `Make it smaller, or raise the budget: npm run release -- budget ${release.record.remote} --${part} <kB> --reason "..."`,
    }));
  },
};

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

import type { GateContext, GateRule } from './gate-rule.ts';

/** The record stays small: its routes travel in the data block of every page of the remote, and in every composition. */
export const recordIsWithinBudget: GateRule<Pick<GateContext, 'policy' | 'release'>> = {
  id: 'record-budget',
  says: 'The record with its routes stays within its budget.',
  onRollback: false,
  stopsGate: true,
  async check({ policy: { recordBudget }, release: { record, text } }) {
    const weights = [
      ['The routes', Buffer.byteLength(JSON.stringify(record.routes)), recordBudget.routes],
      ['All entries', Buffer.byteLength(text), recordBudget.record],
    ] as const;
    return weights
      .filter(([, bytes, budget]) => bytes > budget)
      .map(([what, bytes, budget]) => ({
        problem: `${what} in release.json take ${kilobytes(bytes)}; the budget is ${kilobytes(budget)}.`,
        remedy: 'Name fewer search values, shorten titles and descriptions, or take files out of the build.',
      }));
  },
};

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

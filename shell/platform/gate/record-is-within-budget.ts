import { judgeRecord } from 'kit/squad/rules/judge-release';
import type { GateContext, GateRule } from './gate-rule.ts';

/** The record stays small: its routes travel in the data block of every page of the remote, and in every composition. */
export const recordIsWithinBudget: GateRule<Pick<GateContext, 'policy' | 'release'>> = {
  id: 'record-budget',
  says: 'The record with its routes stays within its budget.',
  onRollback: false,
  stopsGate: true,
  async check({ policy: { recordBudget }, release: { record, text } }) {
    return judgeRecord(record, text, recordBudget);
  },
};

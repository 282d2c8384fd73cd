import { messageOf } from '../../message-of.ts';
import type { GateRule } from '../gate-rule.ts';
import { candidateOf } from './shell-candidate.ts';

/** It is whole, and of the kind that this server program writes documents for. */
export const shellCanBeUsed: GateRule = {
  id: 'shell',
  says: 'It comes alive in the documents that the server program writes.',
  onRollback: true,
  stopsGate: true,
  async check(context) {
    try {
      await candidateOf(context);
      return [];
    } catch (error) {
      const remedy = 'Deploy the server program that belongs to it first, or build the shell again and publish it.';
      return [{ problem: messageOf(error), remedy }];
    }
  },
};

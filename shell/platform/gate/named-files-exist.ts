import { checkNamedFiles } from 'kit/squad/release/assemble-release';
import { messageOf } from '../message-of.ts';
import type { GateContext, GateRule } from './gate-rule.ts';

/** The entries and chunks that the record names are among its files, and every page has a chunk. */
export const namedFilesExist: GateRule<Pick<GateContext, 'release'>> = {
  id: 'record',
  says: 'The files that the record names are there, and every page has a chunk.',
  onRollback: false,
  stopsGate: true,
  async check({ release }) {
    try {
      checkNamedFiles(release.record);
      return [];
    } catch (error) {
      const cause = messageOf(error);
      return [{ problem: `The record cannot be right: ${cause}.`, remedy: 'Build and publish the remote again.' }];
    }
  },
};

import { type Composition, compositionSchema } from 'kit/contracts/composition';
import type * as z from 'zod/mini';
import { type StaffChange, staffChangeSchema } from '../audit/staff-change.ts';
import { type RightsRevision, rightsRevisionSchema } from '../trust/rights-revision.ts';
import { describeRevision } from './describe-revision.ts';

/** What a log holds, wherever it is stored. */
export interface RevisionKind<Entry> {
  schema: z.ZodMiniType<Entry>;
  /** What one entry is called in messages. */
  noun: string;
  describe(entry: Entry): string;
}

export const compositionsKind: RevisionKind<Composition> = {
  schema: compositionSchema,
  noun: 'Composition revision',
  describe: describeRevision,
};

export const rightsKind: RevisionKind<RightsRevision> = {
  schema: rightsRevisionSchema,
  noun: 'Rights revision',
  describe: ({ revision, action, subjects, by }) => `#${revision} ${action} ${subjects.join(', ')} by ${by}`,
};

export const changesKind: RevisionKind<StaffChange> = {
  schema: staffChangeSchema,
  noun: 'Entry of the log of changes',
  describe: ({ revision, action, by }) => `#${revision} ${action} by ${by}`,
};

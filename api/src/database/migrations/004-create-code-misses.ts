import type { Migration } from './migration.ts';

/** Who guesses agents' codes, for all API processes together. Unlogged: cheap to write, and may be lost in a crash. */
export const createCodeMisses: Migration = {
  name: '004-create-code-misses',
  up: `
    create unlogged table code_misses (
      client text primary key,
      owed double precision not null,
      noted_at timestamptz not null default now()
    )`,
  down: 'drop table code_misses',
};

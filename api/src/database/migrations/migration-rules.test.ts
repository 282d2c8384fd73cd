import { describe, expect, it } from '@jest/globals';
import { migrations } from './all.ts';
import type { Migration } from './migration.ts';

/** What holds a table that has rows until all of them were gone through, and what does not. */
const rules: readonly [wrong: RegExp, why: string][] = [
  [/create (?:unique )?index (?!concurrently)\S+ on (\S+)/, 'builds an index: write a step { index, is }'],
  [/update (\S+) set/, 'writes all rows in one transaction: write a step { fill } that does a few hundred'],
  [/delete from (\S+)/, 'looks through all rows: write a step { fill } that does a few hundred'],
  [
    /alter table (\S+)(?=[^;]*\badd constraint\b)(?![^;]*\b(?:not valid|using index)\b)/,
    'looks through all rows: add the constraint "not valid" in a step ahead, and validate it in `up`',
  ],
  [
    /alter table (\S+)(?=[^;]*\badd column\b[^;]*\b(?:check|references|unique|primary key)\b)/,
    'looks through all rows: add the column alone, then the constraint "not valid"',
  ],
  [
    /alter table (\S+)(?=[^;]*\b(?:set not null|set data type|alter column \S+ type)\b)/,
    'looks through all rows or writes them anew: add a column, fill it, then check it "not valid"',
  ],
  [
    /alter table (\S+)(?=[^;]*\badd column\b[^,;]*\b(?:generated|default (?!'|-?\d|true\b|false\b|now\(\))))/,
    'writes all rows anew: add the column without that, and fill it',
  ],
  [/(?:vacuum full|cluster|reindex(?! index concurrently)) (\S+)/, 'holds the table throughout'],
];

/** What a migration does to tables that were there before it and may have rows. */
function faultsOf(earlier: readonly Migration[], { ahead = [], up = '' }: Migration): string[] {
  const texts = [...ahead.filter((step) => typeof step === 'string'), up].map(lower);
  const made = (all: readonly string[]) =>
    new Set(
      all.flatMap((text) =>
        [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\S+)/g)].map(([, name]) => name),
      ),
    );
  const before = made(earlier.map((one) => lower(one.up ?? '')));
  const own = made(texts);
  return texts.flatMap((text) =>
    rules.flatMap(([wrong, why]) =>
      [...text.matchAll(new RegExp(wrong, 'g'))]
        .filter(([, table]) => before.has(table) && !own.has(table))
        .map(([, table]) => `${table}: ${why}`),
    ),
  );
}

const lower = (sql: string) => sql.toLowerCase().replaceAll(/\s+/g, ' ');

describe('a migration', () => {
  it.each(migrations.map((migration, index) => [migration.name, migration, index] as const))(
    '%s holds no table that has rows for longer than a moment',
    (_name, migration, index) => {
      expect(faultsOf(migrations.slice(0, index), migration)).toEqual([]);
    },
  );

  const table: Migration = { name: '1', up: 'create table forms (id uuid)', down: '' };
  it.each([
    'create index forms_by_id on forms (id)',
    'CREATE UNIQUE INDEX forms_by_id ON forms (id)',
    'update forms set id = null',
    'delete from forms where id is null',
    'alter table forms add constraint forms_check check (id is not null)',
    'alter table forms add column name text, add column kind text check (kind <> $$a$$)',
    'alter table forms alter column id set not null',
    'alter table forms add column made uuid default gen_random_uuid()',
    'alter table forms alter column id type text',
  ])('may not: %s', (sql) => {
    expect(faultsOf([table], { name: '2', up: sql, down: '' })).toHaveLength(1);
    expect(faultsOf([table], { name: '2', ahead: [sql], down: '' })).toHaveLength(1);
    expect(faultsOf([], { name: '1', up: `${table.up}; ${sql}`, down: '' })).toEqual([]);
  });

  it('has steps that can be run again', () => {
    for (const { name, ahead = [] } of migrations) {
      for (const step of ahead) {
        if (typeof step !== 'string') continue;
        const adds = step.match(/\badd column\b(?! if not exists)|\bcreate (?:table|index|function|trigger)\b/g);
        expect({ name, adds }).toEqual({ name, adds: null });
      }
    }
  });

  it('that runs now relies on none that is for later', () => {
    const later = new Set(
      migrations
        .flatMap(({ isForLater, ahead = [] }) => (isForLater ? ahead : []))
        .flatMap((step) => (typeof step === 'object' && 'index' in step ? [step.index] : [])),
    );
    for (const { name, isForLater, ahead = [], up = '' } of migrations) {
      if (isForLater) continue;
      const text = [...ahead.map((step) => JSON.stringify(step)), up].join(' ');
      expect({ name, relies: [...later].filter((index) => text.includes(index)) }).toEqual({ name, relies: [] });
    }
  });
});

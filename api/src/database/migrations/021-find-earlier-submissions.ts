import type { Migration } from './migration.ts';

/**
 * Gives forms from before 015-search-submissions.ts the words that they are found by, and all of them the index. Words take a
 * third of a millisecond a form: with many forms, minutes that nobody should wait for.
 */
export const findEarlierSubmissions: Migration = {
  name: '021-find-earlier-submissions',
  isForLater: true,
  ahead: [
    {
      fill: `
        with these as (
          select id from submissions
          where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') and search is null
          order by id limit 300 for no key update
        ), filled as (
          update submissions set search = office_words(payload, reference, page_path)
          from these where submissions.id = these.id
        )
        select id as last from these order by id desc limit 1`,
    },
    { index: 'submissions_by_words', is: 'on submissions using gin (search)' },
  ],
  down: 'drop index submissions_by_words',
};

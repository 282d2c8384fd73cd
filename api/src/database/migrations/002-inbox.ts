import type { Migration } from '../migrate.ts';

/**
 * No index is built here, because a migration runs in a transaction and a table of millions of forms would take no form
 * meanwhile. A lock that another transaction holds for long ends the start instead of queueing every visitor behind it.
 */
const columns = `
  set local lock_timeout = '5s';
  alter table submissions add column office_assignee text, add column office_remind_on date;
  -- The last change of each person in the inbox, so that it can be undone: of each form its id, the version that the change
  -- left, and what stood there before.
  create table office_undo (
    by text primary key,
    at timestamptz not null default now(),
    forms jsonb not null
  );`;

/**
 * A form is found by the words of all its fields and of the notes about it. Mail addresses and telephone numbers in these get
 * a `~` before them: those without one stand in the fields of a person, and by them a person's forms are erased. 20,000
 * characters bound what one form costs. What `office_person_words` has already is left out.
 */
const words = String.raw`
  create function office_text_words(written text) returns text[] language sql immutable parallel safe as $$
    select array(
      select left(word, 60) from regexp_split_to_table(office_plain(left(written, 20000)), '[\s!-/:-@\[-\u0060{-~]+') as word
        where word <> ''
      union select '~' || left(word, 253) from regexp_split_to_table(
        case when position('@' in written) > 0 then office_plain(left(written, 20000)) end, '[\s<>(),;:]+'
      ) as word where word like '%@%'
      union select '~#' || right(digits, length) from (
        select right(regexp_replace(found[1], '\D', '', 'g'), 16) as digits from regexp_matches(
          case when written ~ '\d' then left(written, 20000) end, '([+(]?\d[\d ()./-]{5,38}\d)', 'g'
        ) as found
      ) as phones, generate_series(3, length(digits)) as length
    )
  $$;
  alter function office_words(json, text, text) rename to office_person_words;
  create function office_words(payload json, reference text, page_path text) returns tsvector
    language sql immutable parallel safe as $$
      select office_person_words(payload, reference, page_path) || array_to_tsvector(office_text_words((
        select string_agg(left(value #>> '{}', 5000), e'\n') from jsonb_path_query(
          (payload::jsonb - array['name', 'company', 'phone', 'email', 'clientEmail']) #- '{fields,phone}' #- '{fields,email}',
          'strict $.**'
        ) as value where jsonb_typeof(value) in ('string', 'number')
      )))
    $$;
  create function office_note_words(submission uuid) returns tsvector language sql stable as $$
    select array_to_tsvector(office_text_words(string_agg(note, e'\n' order by id)))
    from office_entries where submission_id = submission
  $$;
  create function put_note_words() returns trigger language plpgsql as $$ begin
    update submissions set search = office_words(payload, reference, page_path) || office_note_words(id)
    where id = new.submission_id and purged_at is null;
    return null;
  end $$;
  create trigger office_entries_words after insert or update of note on office_entries
    for each row when (new.note is not null) execute function put_note_words();`;

export const inbox: Migration = {
  name: '002-inbox',
  up: async ({ context }) => {
    for (const part of [columns, words]) await context.query(part);
  },
};

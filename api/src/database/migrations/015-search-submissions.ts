import type { Migration } from './migration.ts';

/**
 * What a form is found by, as words of its own table of words: names, companies, mail addresses, reference and page by how
 * their words begin; telephone numbers by any of their digits in a row. Needs no extension, and goes with the form: what is
 * erased is not found.
 * Whoever keeps a form may bring its words (search-words.ts); else they are made here. Forms of before get theirs, and all of
 * them their index, by 021-find-earlier-submissions.ts.
 */
export const searchSubmissions: Migration = {
  name: '015-search-submissions',
  up: `
    create function office_plain(written text) returns text language sql immutable parallel safe as
      $$ select regexp_replace(normalize(lower(written), nfkd), '[\\u0300-\\u036f]', '', 'g') $$;
    create function office_words(payload json, reference text, page_path text) returns tsvector
      language sql immutable parallel safe as $$
        with own as (
          select payload as form union all select payload->'fields'
        ), texts as (
          select written from own, lateral (values
            (form->>'name'), (form->>'fullName'), (form->>'clientName'), (form->>'company'), (form->>'companyName'),
            (form->>'businessName'), (form->>'email'), (form->>'clientEmail')
          ) as texts (written) where json_typeof(form) = 'object' and written is not null
          union all values (reference), (page_path)
        ), phones as (
          select right(regexp_replace(form->>'phone', '\\D', '', 'g'), 16) as digits from own
          where json_typeof(form) = 'object'
        )
        select array_to_tsvector(array(
          select left(word, 60) from texts, regexp_split_to_table(office_plain(left(written, 500)), '[\\s!-/:-@\\[-\\u0060{-~]+') as word
            where word <> ''
          union select left(office_plain(written), 254) from texts where written ~ '@|^/'
          union select lower(replace(reference, '-', ''))
          union select '#' || right(digits, length) from phones, generate_series(3, length(digits)) as length
        ))
      $$;
    create function put_office_words() returns trigger language plpgsql as
      $$ begin new.search := office_words(new.payload, new.reference, new.page_path); return new; end $$;
    alter table submissions add column search tsvector;
    create trigger submissions_words before insert on submissions
      for each row when (new.search is null) execute function put_office_words();
    create trigger submissions_words_again before update of payload, page_path on submissions
      for each row execute function put_office_words()`,
  down: `
    drop trigger submissions_words on submissions;
    drop trigger submissions_words_again on submissions;
    drop function put_office_words();
    alter table submissions drop column search;
    drop function office_words(json, text, text);
    drop function office_plain(text)`,
};

import type { Database } from '../database/database.ts';

/** In one statement, which is over in a moment: whoever works on one of these forms waits for no more than that. */
const atOnce = 200;

/** Makes the words of all forms anew, for those that a version kept which searched fewer fields. Gives how many there are. */
export async function rebuildWords(database: Database): Promise<number> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (let count = 0; ; ) {
    const rows = await database.run<{ id: string }>(
      `update submissions set search = office_words(payload, reference, page_path) || office_note_words(id)
       where purged_at is null and id in (
         select id from submissions where id > $last::uuid and purged_at is null order by id limit ${atOnce}
       ) returning id`,
      { last },
    );
    count += rows.length;
    last = rows.reduce((highest, { id }) => (id > highest ? id : highest), last);
    if (rows.length < atOnce) return count;
  }
}

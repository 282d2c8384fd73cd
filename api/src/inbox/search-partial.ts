import { findEarlierSubmissions } from '../database/migrations/021-find-earlier-submissions.ts';
import { rowsOf } from '../office/rows-of.ts';

/** Whether forms of before an update still lack the words that they are found by: a search misses some of them. */
export async function isSearchPartial(): Promise<boolean> {
  const [row] = await rowsOf('select not exists (select from migrations where name = $name) as "isPartial"', {
    name: findEarlierSubmissions.name,
  });
  return row?.isPartial === true;
}

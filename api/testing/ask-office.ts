import { beforeEach } from '@jest/globals';
import { type ListAnswer, type LookAnswer, type OfficeRequest, officePath, type RequestOf } from 'kit/contracts/office';
import { sealAssertion } from 'kit/server/staff-assertion';
import { buildLead } from './build-forms.ts';
import { firstListing } from './first-listing.ts';
import { problemOf, sharedApi, type TestApi } from './start-test-api.ts';
import { deleteForms } from './test-database.ts';

export const officeKey = Buffer.alloc(32, 7);

/** Sends a request like the shell server on behalf of a person with a role. */
export function askOffice(
  api: TestApi,
  request: OfficeRequest,
  { by = 'anna', role = 'office', key = officeKey } = {},
) {
  return api.post(officePath, { sealed: sealAssertion(key, { by, role, request }) });
}

/** An API whose forms go before each test, and what people of the office do with it. */
export function sharedInbox() {
  const api = sharedApi({ officeKey });
  beforeEach(() => deleteForms(api.database.client, 'office_audit', 'office_undo'));

  const send = async (overrides: object = {}, headers: Record<string, string> = {}): Promise<string> =>
    (await (await api.post('/api/leads', buildLead(overrides), headers)).json()).reference;

  /** Keeps `Person 1` and so on, a second apart, without a request for each. @returns their references, the oldest first */
  const keepMany = async (count: number, page = '/hvac'): Promise<string[]> => {
    const { rows } = await api.database.client.query<{ reference: string }>(
      `insert into submissions (kind, reference, payload, request_hash, page_path, created_at)
       select 'lead', 'L-' || lpad(number::text, 6, '0'), json_build_object('name', 'Person ' || number), '', $2,
         now() - interval '1 hour' + number * interval '1 second'
       from generate_series(1, $1::int) as number returning reference`,
      [count, page],
    );
    return rows.map(({ reference }) => reference);
  };

  /** @throws an error with status and message of a refusal */
  async function ask<Answer>(request: OfficeRequest, as: { by?: string | undefined; role?: string } = {}) {
    const answer = await askOffice(api, request, as);
    if (answer.status !== 200) throw new Error(`${answer.status} ${(await problemOf(answer)).message}`);
    return (await answer.json()) as Answer; // Each test says what it asks for.
  }
  const list = (wanted: Partial<Omit<RequestOf<'list'>, 'act'>> = {}) =>
    ask<ListAnswer>({ ...firstListing, ...wanted });
  /** The references of each page of a list. */
  const pages = async (wanted: Parameters<typeof list>[0] = {}) => {
    const found: string[][] = [];
    for (let after: string | null = null, isMore = true; isMore; isMore = after !== null) {
      const page: ListAnswer = await list({ ...wanted, after });
      found.push(page.forms.map(({ reference }) => reference));
      after = page.next;
    }
    return found;
  };
  const look = (reference: string) => ask<LookAnswer>({ act: 'look', reference });
  return { api, send, keepMany, ask, list, pages, look };
}

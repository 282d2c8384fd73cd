import { type OfficeRequest, officePath, type RequestOf } from 'kit/contracts/office';
import { sealAssertion } from 'kit/server/staff-assertion';
import { firstListing } from '../../../api/testing/first-listing.ts';
import { makeDataDir, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import { markdownHead, markdownRow, quantile } from '../../support/figures.ts';
import { queryDatabase } from '../../support/query-database.ts';

// npm run bench:inbox: the office's inbox with 150,000 forms, called as the staff page calls it: list, searches, one form.
// The limit of each call is 100 ms (p99). BENCH_ROWS sets the number of forms, BENCH_TIMES the number of calls.

const rows = Number(process.env.BENCH_ROWS ?? 150_000);
const times = Number(process.env.BENCH_TIMES ?? 100);
const most = 100;
const key = Buffer.alloc(32, 9);

/** A year of forms: many first names, many more last names, a word that one company in ten has, and a rare word. */
const insertForms = `
  insert into submissions (kind, reference, payload, request_hash, created_at, ip, user_agent, page_path, consent_version,
    office_state, is_test)
  select kind, upper(left(kind, 1)) || '-' || lpad(upper(to_hex(number)), 6, '0'),
    case kind when 'support' then json_build_object('clientName', name, 'clientEmail', mail, 'subject', 'Opening hours',
      'message', 'We are open on Saturdays now.', 'requestType', 'question')
    else json_build_object('name', name, 'company', company, 'phone', phone, 'email', mail, 'location', 'Salt Lake City',
      'services', json_build_array('repair')) end,
    md5(number::text), now() - ($1 - number) * interval '3 minutes', '203.0.113.7',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
    (array['/hvac', '/solar', '/junk-removal'])[1 + number % 3], '1',
    case when number > $1 - 2000 then 'new' else (array['called', 'won', 'lost', 'new'])[1 + number / 7 % 4] end, number % 500 = 0
  from (
    select number, case when number % 40 = 0 then 'support' else 'lead' end as kind,
      initcap((array['ada', 'grace', 'katherine', 'dorothy', 'mary', 'annie', 'joan', 'margaret', 'evelyn', 'frances'])[1 + number % 10])
        || ' ' || initcap(translate(left(md5((number / 5)::text), 8), '0123456789', 'ghijklmnop')) as name,
      case when number = 77777 then 'Zyzzyva Plumbing' when number % 10 = 3 then 'Summit Heating ' || number
        else initcap(translate(left(md5((number % 30000)::text), 6), '0123456789', 'ghijklmnop')) || ' LLC' end as company,
      '(' || 200 + number % 700 || ') ' || 200 + number / 700 % 700 || '-' || lpad((number * 7919 % 10000)::text, 4, '0') as phone,
      'person' || number / 3 || '@example' || number % 50 || '.com' as mail
    from generate_series(1, $1::int) as number
  ) as people`;

const search = (text: string): RequestOf<'list'> => ({ ...firstListing, search: text });

const { dataDir, remove } = makeDataDir();
const database = await startDatabase(dataDir);
const failures: string[] = [];
try {
  const api = await startApi(database.url, dataDir, { LOG_LEVEL: 'fatal', OFFICE_KEY: key.toString('hex') });
  const begun = performance.now();
  await queryDatabase(database.url, insertForms, [rows]);
  await queryDatabase(database.url, 'vacuum analyze submissions');
  const [sizes] = await queryDatabase<{ size: string }>(
    database.url,
    `select pg_size_pretty(pg_relation_size('submissions_by_words')) as size`,
  );
  console.log(
    `${rows} forms loaded in ${((performance.now() - begun) / 1000).toFixed(1)} s; the words take ${sizes?.size}`,
  );
  const [old] = await queryDatabase<{ reference: string; phone: string; email: string; name: string }>(
    database.url,
    `select reference, payload->>'phone' as phone, payload->>'email' as email, payload->>'name' as name from submissions
     where kind = 'lead' order by created_at offset 4321 limit 1`,
  );
  if (!old) throw new Error('There is nothing to look for.');
  const ask = async (request: OfficeRequest) => {
    const sealed = sealAssertion(key, { by: 'bench', role: 'operate', request });
    const answer = await fetch(`http://127.0.0.1:${api.port}${officePath}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sealed }),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${JSON.stringify(request)}: ${answer.status} ${said.message}`);
    return said;
  };
  let after: string | null = null;
  for (let page = 0; page < 40; page++) after = (await ask({ ...firstListing, after })).next;
  const asked: readonly [what: string, request: OfficeRequest][] = [
    ['list, first page', firstListing],
    ['list, 41st page', { ...firstListing, after }],
    ['list, won', { ...firstListing, state: 'won' }],
    ['list, new support', { ...firstListing, kind: 'support', state: 'new' }],
    ['list, feedback: there is none', { ...firstListing, kind: 'feedback' }],
    ['quarantine: empty', { ...firstListing, place: 'quarantine' }],
    ['a word in one form', search('zyzzyva')],
    ['a word in a tenth of all', search('summit heating')],
    ['a word in all leads, half of a word', search('exam')],
    ['a first name, a tenth', search('grace')],
    ['a first name among what is lost', { ...search('grace'), state: 'lost' }],
    ['a word in all leads among feedback, of which there is none', { ...search('exam'), kind: 'feedback' }],
    ['a word in all leads among support', { ...search('ada'), kind: 'support' }],
    ['a word in all leads in quarantine, which is empty', { ...search('exam'), place: 'quarantine' }],
    ['first letters of many', search('a')],
    ['a whole name', search(old.name)],
    ['two words that never meet', search('grace zyzzyva')],
    ['none', search('nobodyatall')],
    ['a phone number, as written', search(old.phone)],
    ['a phone number, with +1 and spaces', search(`+1 ${old.phone.replace(/\D+/g, ' ')}`)],
    ['four digits of one', search(old.phone.slice(-4))],
    ['three digits of one', search('555')],
    ['a mail address', search(old.email)],
    ['a reference', search(old.reference)],
    ['a page', search('/hvac')],
    ['one form', { act: 'look', reference: old.reference }],
    ['one address', { act: 'person', who: old.email }],
  ];
  console.log(`\n${markdownHead(['asked', 'found', 'p50, ms', 'p99, ms'])}`);
  for (const [what, request] of asked) {
    const taken: number[] = [];
    let found = 0;
    for (let time = 0; time < times + 5; time++) {
      const start = performance.now();
      const answer = await ask(request);
      if (time >= 5) taken.push(performance.now() - start);
      found = answer.forms?.length ?? 1;
    }
    const [p50, p99] = [quantile(taken, 0.5), quantile(taken, 0.99)];
    console.log(markdownRow([what, found, p50.toFixed(1), p99.toFixed(1)]));
    if (p99 > most) failures.push(`"${what}" took ${p99.toFixed(0)} ms (p99); ${most} ms are granted`);
  }
  await stop(api);
} finally {
  await stop(database);
  remove();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

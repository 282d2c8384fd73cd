import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { officeLimits } from 'kit/contracts/office';
import { buildLead } from '../../testing/build-forms.ts';
import { parseCsv } from '../../testing/parse-csv.ts';
import { runOffice } from '../../testing/run-office.ts';
import { sharedApi } from '../../testing/start-test-api.ts';
import { mailFileOf } from '../delivery/mailer.ts';
import { newKey } from '../partners/partner-keys.ts';
import { renderCsvLine, sheetPhone } from './csv.ts';
import { renderTable } from './office.ts';

const api = sharedApi();

describe("the office's command", () => {
  const office = (...args: string[]) => runOffice(api, args, api.dataDir);
  const officeJson = async (...args: string[]) => JSON.parse(await office(...args, '--json'));
  const send = async (overrides: object, headers: Record<string, string> = {}) =>
    (await (await api.post('/api/leads', buildLead(overrides), headers)).json()).reference as string;

  it('lists leads without tests and quarantined ones, unless all are asked for', async () => {
    const reference = await send({ name: 'Listed' });
    await send({ name: 'Test', isTest: true });
    await send({ name: 'Machine' }, { 'X-Form-Context': 'page=%2F&consent=1&fill=9000&trap=x' });
    expect(await officeJson('leads', 'list')).toMatchObject([
      { reference, name: 'Listed', phone: '(801) 555-0142', status: '' },
    ]);
    const statuses = (await officeJson('leads', 'list', '--all')).map((row: { status: string }) => row.status);
    expect(statuses.sort()).toEqual(['', 'quarantine: trap filled', 'test']);
    expect(await office('leads', 'list')).toContain(reference);
  });

  it('exports CSV in which no cell is a formula', async () => {
    await send({ name: '=HYPERLINK("http://evil.example")', company: '+1, "quoted"' });
    const csv = await office('leads', 'export');
    expect(csv.startsWith('\uFEFFreference,createdAt (UTC),state,status,name,')).toBe(true);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(csv).toContain(`"'+1, ""quoted"""`);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(3);
  });

  it.each([
    ...['=1', '+1', '-1', '@a', '＝1', '＋1', '－1', '＠a'],
    ...['  =1', '\u3000＝1', '\u00a0+1', '\ttext', '\rtext', '\ntext'],
  ])('puts a mark before %j, which Excel would take for a formula', (text) => {
    expect(renderCsvLine([text])).toBe(`"'${text}"\r\n`);
  });

  it.each([
    ["Ada;=cmd|' /C calc'!A0;", "Ada;'=cmd|' /C calc'!A0;"],
    ['Ada; ＝1', "Ada;' ＝1"],
    ['Call me.\n-1+1', "Call me.\n'-1+1"],
    ['a\t@b', "a\t'@b"],
    ['\t=1', "'\t'=1"],
    ['\r\n=1', "'\r\n'=1"],
    ['=1;=2', "'=1;'=2"],
  ])(
    'puts a mark into %j, which Excel of another country would take for cells of which one is a formula',
    (text, safe) => {
      expect(renderCsvLine([text])).toBe(`"${safe}"\r\n`);
    },
  );

  it.each(['a = 1', 'Ada', '1+1', '  Ada', 'Mo; Tu; 9-5', ''])('leaves %j as it is', (text) => {
    expect(renderCsvLine([text])).toBe(`${text}\r\n`);
  });

  it.each([
    ['+1 (801) 555-0142', '(+1) (801) 555-0142'],
    ['+1-801-555-0142', '(+1) 801-555-0142'],
    ['+18015550142', '(+1) 8015550142'],
    [' +49 (0)89 / 12 34-56', '(+49) (0)89 / 12 34-56'],
    ['+353 1 234 5678', '(+353) 1 234 5678'],
    ['0891234567', '089-123-4567'],
    ['4915112345678', '491511-234-5678'],
    ['(801) 555-0142', '(801) 555-0142'],
  ])('writes the telephone number %j as %j, which is neither a sum nor a number for Excel', (text, shown) => {
    expect(sheetPhone(text)).toBe(shown);
    expect(renderCsvLine([shown])).toBe(`${shown}\r\n`);
  });

  it.each([
    '+1+1+1+1+1',
    '+1 801 555 0142;=1',
    '+1 801 555 0142 =1',
    '+cmd|x',
    '-8015550142',
    '=8015550142',
    '@8015550142',
    '+1 801\n=12345',
  ])('marks %j, which is no telephone number, as it marks any formula', (text) => {
    expect(sheetPhone(text)).toBe(text);
    expect(renderCsvLine([sheetPhone(text)])).toMatch(/^"'/);
  });

  it('exports state, notes, status, times and lists as people read them in Excel', async () => {
    const reference = await send({ name: 'Read Me', phone: '+1 (801) 555-0142', services: ['repair', 'install'] });
    const { reference: intake } = await (
      await api.post('/api/exotic-car-intake', {
        ...{ fullName: 'Ada', businessName: 'Fast Cars', phone: '0305555010', email: 'ada@example.com' },
        ...{ cityState: 'Miami', ownsDomain: false, budget: 'under-1000' },
        vehicles: [
          { year: '2024', make: '=1+1', model: '911', color: 'red', dailyRate: '900', keyFeatures: 'none' },
          { year: '2025', make: 'Audi', model: 'R8', color: 'blue', dailyRate: '800', keyFeatures: '=2' },
        ],
      })
    ).json();
    await office('leads', 'note', reference, '--state', 'called', '--text', 'Call on Monday.', '--by', 'Ann');
    await office('leads', 'note', reference, '--text', '=HYPERLINK("x")\n+1', '--by', 'Ben');
    await office('leads', 'return', reference, '--reason', 'wrong number');
    const cellsOf = async (forms: string, which: string) => {
      const [columns = [], ...records] = parseCsv((await office(forms, 'export')).replace(/^\uFEFF/, ''));
      const record = records.find(([first]) => first === which) ?? [];
      return Object.fromEntries(columns.map((name, index) => [name, record[index]]));
    };
    const time = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.source;
    expect(await cellsOf('leads', reference)).toMatchObject({
      'createdAt (UTC)': expect.stringMatching(new RegExp(`^${time}$`)),
      state: 'called',
      status: 'returned: wrong number',
      phone: '(+1) (801) 555-0142',
      services: 'repair, install',
      notes: expect.stringMatching(
        new RegExp(`^${time} Ann: Call on Monday\\.\n${time} Ben: =HYPERLINK\\("x"\\)\n'\\+1$`),
      ),
    });
    const first = 'year: 2024, make: =1+1, model: 911, color: red, dailyRate: 900, keyFeatures: none';
    const second = 'year: 2025, make: Audi, model: R8, color: blue, dailyRate: 800, keyFeatures: =2';
    expect(await cellsOf('intakes', intake)).toMatchObject({ phone: '030-555-5010', vehicles: `${first}\n${second}` });
    const lead = (await officeJson('leads', 'export')).find(
      (row: { reference: string }) => row.reference === reference,
    );
    expect(lead).toMatchObject({
      createdAt: expect.stringMatching(/T.*Z$/),
      phone: '+1 (801) 555-0142',
      services: ['repair', 'install'],
      notes: [{ by: 'Ann', note: 'Call on Monday.' }, { by: 'Ben' }],
    });
  });

  it('exports JSON from a day on', async () => {
    expect(await officeJson('leads', 'export', '--since', '2100-01-01')).toEqual([]);
    expect((await officeJson('leads', 'export'))[0]).toMatchObject({ email: 'ada@example.com', ip: '127.0.0.1' });
  });

  it('exports more than it reads at a time, each form once, with the columns of all of them', async () => {
    await api.database.client.query(
      `insert into submissions (kind, reference, payload, request_hash)
       select 'feedback', 'F-' || number, json_build_object('clientName', 'N' || number, 'only' || number % 3, number), ''
       from generate_series(1, 301) as number`,
    );
    const [head = '', ...lines] = (await office('feedback', 'export')).trimEnd().split('\r\n');
    expect(head.slice(1).split(',').sort()).toEqual([
      'clientName',
      'consentDeclaredBy',
      'consentVersion',
      'consentedAt (UTC)',
      'createdAt (UTC)',
      'industry',
      'ip',
      'network',
      'notes',
      'only0',
      'only1',
      'only2',
      'pagePath',
      'partner',
      'reference',
      'state',
      'status',
      'userAgent',
    ]);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(301);
    expect(await officeJson('feedback', 'export')).toHaveLength(301);
    expect(await officeJson('feedback', 'export', '--limit', '150')).toHaveLength(150);
    await expect(office('feedback', 'list', '--limit', '10001')).rejects.toThrow(/at most 10000/);
  });

  it('erases the personal data of one form and keeps a trace', async () => {
    const reference = await send({ name: 'Forget Me' }, { 'Idempotency-Key': 'forget-me-key' });
    const mail = mailFileOf(api.dataDir, reference);
    await mkdir(dirname(mail), { recursive: true });
    await writeFile(mail, 'Forget Me');
    await office('purge', reference.toLowerCase());
    expect(existsSync(mail)).toBe(false);
    const { rows } = await api.database.client.query(
      `select kind, payload::text, ip, user_agent, idempotency_key, request_hash, purged_at is not null as purged,
        (select count(*)::int from deliveries where submission_id = submissions.id) as deliveries
       from submissions where reference = $1`,
      [reference],
    );
    expect(rows).toEqual([
      {
        kind: 'lead',
        payload: '{}',
        ip: null,
        user_agent: null,
        idempotency_key: null,
        request_hash: '',
        purged: true,
        deliveries: 0,
      },
    ]);
  });

  it('takes a note as long as the page of the inbox does', async () => {
    const reference = await send({});
    const note = (length: number) => office('leads', 'note', reference, '--text', 'x'.repeat(length));
    await note(officeLimits.note);
    await expect(note(officeLimits.note + 1)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('It takes at most 5000 characters.'),
    });
  });

  it('names the webhook that does not take a form, and has nothing to tell of a form or webhook without tries', async () => {
    const reference = await send({ name: 'Sent Again' });
    await expect(office('deliveries', 'resend', reference, '--to', 'foo')).rejects.toMatchObject({
      exitCode: 1,
      message: `No webhook foo takes ${reference}: "webhooks list" shows them.`,
    });
    await office('webhooks', 'add', 'idle', 'https://crm.example/', '--office');
    for (const asked of [['idle'], ['webhook'], ['--reference', reference]])
      expect(await office('deliveries', 'log', ...asked)).toBe('Nothing.\n');
    await office('webhooks', 'remove', 'idle');
    expect(await office('audit', reference)).toBe('Nothing.\n');
  });

  it('shows what was given up and starts it again', async () => {
    const reference = await send({ name: 'Given Up' });
    const dead = `update deliveries set dead_at = now(), attempts = 8, last_error = 'refused'
      where submission_id = (select id from submissions where reference = $1)`;
    await api.database.client.query(dead, [reference]);
    expect(await officeJson('deliveries', 'list', '--dead')).toMatchObject([{ reference, state: 'DEAD', attempts: 8 }]);
    expect(await officeJson('deliveries', 'retry', reference.toLowerCase())).toEqual([{ retried: 1 }]);
    expect(await officeJson('deliveries', 'list', '--dead')).toEqual([]);
  });

  it('tries everything that waits again, whenever its turn would be, and shows how the channels are', async () => {
    const reference = await send({ name: 'Waits' });
    const { client } = api.database;
    await client.query(`update deliveries set next_attempt_at = now() + interval '1 day', refusals = 6,
      last_error = '451 greylisted' where submission_id = (select id from submissions where reference = '${reference}')`);
    await client.query(`update delivery_channels set away_since = now() - interval '20 minutes', last_error = 'refused',
      probe_at = now() + interval '1 hour' where name = 'mail'`);
    expect(await officeJson('deliveries', 'status')).toMatchObject([
      { channel: 'mail', state: 'unavailable for 20 min', waiting: expect.any(Number), dead: 0, lastError: 'refused' },
      { channel: 'webhook', state: 'works', waiting: 0 },
    ]);
    const [{ retried }] = await officeJson('deliveries', 'retry', '--waiting');
    expect(retried).toBeGreaterThan(0);
    expect(await officeJson('deliveries', 'list', '--waiting')).toContainEqual(
      expect.objectContaining({ reference, state: 'waiting', refusals: 0 }),
    );
    const { rows } = await client.query(`select
      (select bool_and(next_attempt_at <= now()) from deliveries) as due,
      (select bool_and(probe_at <= now()) from delivery_channels) as looks`);
    expect(rows).toEqual([{ due: true, looks: true }]);
    await expect(office('deliveries', 'retry', reference, '--waiting')).rejects.toThrow(/not both/);
    await client.query("update delivery_channels set away_since = null where name = 'mail'");
  });

  it('adds, changes and deactivates an agent, which the site then does not find', async () => {
    const fields = ['--code', ' new-1 ', '--business', 'New Business', '--voice', 'agent_9'];
    expect(await officeJson('agents', 'add', '--name', 'new-agent', ...fields)).toMatchObject([
      { agentCode: 'NEW-1', active: true },
    ]);
    expect((await api.get('/api/ai-agents/by-code/new-1')).status).toBe(200);
    await office('agents', 'update', 'new-agent', '--tagline', 'Open all night');
    expect(await (await api.get('/api/ai-agents/by-name/new-agent')).json()).toMatchObject({
      tagline: 'Open all night',
    });
    await office('agents', 'deactivate', 'new-agent');
    expect((await api.get('/api/ai-agents/by-name/new-agent')).status).toBe(404);
    await office('agents', 'activate', 'new-agent');
    expect((await api.get('/api/ai-agents/by-name/new-agent')).status).toBe(200);
    await expect(office('agents', 'add', '--name', 'new-agent', ...fields)).rejects.toMatchObject({ exitCode: 1 });
  });

  it('is in the audit log with each look and act, under a name', async () => {
    const reference = await send({});
    await office('leads', 'list');
    await office('quarantine', 'list');
    await office('deliveries', 'retry', '--waiting');
    await office('leads', 'return', reference, '--reason', 'wrong number', '--by', 'Grace');
    await office('partners', 'add', 'acme', '--by', 'Grace');
    const entries = await officeJson('audit');
    expect(entries.slice(0, 5).map(({ act }: { act: string }) => act)).toEqual([
      ...['partner-add', 'return', 'retry', 'list', 'list'],
    ]);
    expect(entries.slice(0, 2)).toMatchObject([
      { by: 'Grace', details: 'name: acme' },
      { by: 'Grace', reference },
    ]);
    expect(entries.every(({ by, role }: { by: string; role: string }) => by !== '' && role === 'command')).toBe(true);
  });

  it('lists its commands and explains each one, within 80 columns', async () => {
    const overview = await office('help');
    expect(await office()).toBe(overview);
    expect(overview).toContain('Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not found.');
    const commands: { name: string }[] = await officeJson('help');
    const groups = [...overview.matchAll(/^ {2}([a-z]+)(?: [a-z|]+)? {2}/gm)].map(([, name]) => name);
    expect(groups).toEqual([...new Set(commands.map(({ name }) => name.split(' ')[0])), 'help']);
    const pages = commands.map(async ({ name }) => {
      const page = await office(...name.split(' '), '--help');
      expect(page).toContain(`Usage: npm run office -- ${name} `);
      return page;
    });
    for (const page of [overview, ...(await Promise.all(pages))]) {
      expect(Math.max(...page.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    }
  });

  it.each([
    [['nonsense'], 2, /^Unknown command 'nonsense'$/m],
    [['laeds', 'list'], 2, /^Unknown command 'laeds'\n\(Did you mean leads\?\)$/m],
    [['leads', 'exprot'], 2, /^Unknown command 'exprot'\n\(Did you mean export\?\)$/m],
    [['leads', 'list', '--sinse', '2026-11-20'], 2, /^Unknown option '--sinse'\n\(Did you mean --since\?\)$/m],
    [['leads'], 2, /^Usage: npm run office -- leads/],
    [['purge'], 2, /^Missing required argument 'reference'$/m],
    [['purge', '--json', '--since'], 2, /^Unknown option '--since'$/m],
    [['leads', 'export', '--format', 'xls'], 2, /^Option '--format <format>' argument 'xls' is invalid/],
    [['quarantine', 'release', 'L-000000', '--by', ' '], 2, /It must not be empty/],
    [['agents', 'update', 'none', '--tagline', '--voice'], 2, /^The value of --tagline is missing/],
    [['leads', 'list', '--limit', 'x'], 2, /^Option '--limit <n>' argument 'x' is invalid\. It takes a whole number/],
    [
      ['leads', 'list', '--since', 'x'],
      2,
      /^Option '--since <day>' argument 'x' is invalid\. It takes a day like 2026-11-20, or/,
    ],
    [['partners', 'limit', 'acme', '2147483647'], 2, /It takes a whole number of at most 1,000,000,000\./],
    [['leads', 'list', '--limit', '2147483648'], 2, /It takes a whole number of at most 1,000,000,000\./],
    [['purge', 'L-000000'], 3, /no form with the reference/],
    [['audit', 'l-000000'], 3, /^There is no form with the reference L-000000\.$/],
    [['deliveries', 'log', '--reference', 'l-000000'], 3, /^There is no form with the reference L-000000\.$/],
    [['deliveries', 'log', 'L-000000'], 3, /^There is no webhook L-000000: .*, and --reference names a form\.$/],
    [['agents', 'update', 'demo-agent'], 2, /^Add --name, --code, --business, --tagline or --voice\.$/],
    [['agents', 'deactivate', 'none'], 3, /no agent with the name/],
    [['agents', 'add', '--name', 'A B'], 2, /--name must be/],
  ])('says what is wrong with %j', async (args, exitCode, message) => {
    await expect(office(...args)).rejects.toMatchObject({ exitCode, message: expect.stringMatching(message) });
  });
});

describe('a day on the command line', () => {
  it.each(['2026-02-30', '5', '-1', '99999', '99999-01-01', '0000-01-01', '2026-11-20T09:30', '11/20/2026'])(
    'is not %s',
    async (text) => {
      for (const command of ['leads list', 'leads export', 'inbox list', 'quarantine list']) {
        await expect(runOffice(api, [...command.split(' '), `--since=${text}`], '/nowhere')).rejects.toMatchObject({
          exitCode: 2,
          message: expect.stringMatching(/^Option '--since <day>' argument '.*' is invalid\. It takes a day like/),
        });
      }
      await expect(runOffice(api, ['leads', 'note', 'L-000000', `--remind=${text}`], '/nowhere')).rejects.toMatchObject(
        {
          exitCode: 2,
          message: expect.stringMatching(/^Option '--remind <day>' argument '.*' is invalid\. It takes a day like/),
        },
      );
    },
  );

  it.each(['2024-02-29', '2026-11-20T09:30Z', '2026-11-20T09:30:00.5+05:30'])('is %s', async (text) => {
    expect(await runOffice(api, ['support', 'list', `--since=${text}`], '/nowhere')).toBe('Nothing.\n');
  });
});

describe('a table in a terminal', () => {
  it('shows whole what somebody copies from it', () => {
    const { key } = newKey(false);
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.example`;
    const [, line] = renderTable([{ secret: key, email, note: 'now' }]).split('\n');
    expect(line).toBe(`${key}  ${email}  now`);
  });

  it('shows many words in short, and that there are more', () => {
    const [, line] = renderTable([{ about: 'word '.repeat(40), note: 'now' }]).split('\n');
    expect(line).toBe(`${'word '.repeat(12).slice(0, 57)}...  now`);
  });

  it('keeps its columns in line', () => {
    const lines = renderTable([
      { name: 'Ada', url: `https://crm.example/${'x'.repeat(90)}`, note: 'one' },
      { name: 'Grace', url: 'https://b.example/', note: 'two' },
    ]).split('\n');
    expect(
      new Set(lines.map((line) => Math.max(...['note', 'one', 'two'].map((note) => line.lastIndexOf(note))))),
    ).toHaveProperty('size', 1);
  });
});

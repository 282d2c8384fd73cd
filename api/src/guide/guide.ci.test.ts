import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { addPartner } from '../../testing/add-partner.ts';
import { sharedApi } from '../../testing/start-test-api.ts';
import { firstLead, type Sample, verifyWebhook } from './samples.ts';

const run = promisify(execFile);

const interpreters: Record<string, string> = { sh: 'bash', mjs: process.execPath, php: 'php', py: 'python3' };
const interpreterOf = ({ file }: Sample) => interpreters[file.split('.').at(-1) ?? ''] ?? 'false';

/** A sample that cannot run on this machine is reported, not skipped silently. */
function runnable(list: readonly Sample[]): [string, Sample][] {
  return list
    .filter((sample) => {
      const isThere = spawnSync(interpreterOf(sample), ['--version']).status === 0;
      if (!isThere) process.stderr.write(`NOT RUN: ${sample.file}, since ${interpreterOf(sample)} is not installed.\n`);
      return isThere;
    })
    .map((sample) => [sample.language, sample]);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guide-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the guide', () => {
  const api = sharedApi();
  let page: string;
  beforeAll(async () => {
    page = await (await api.get('/api/guide')).text();
  });

  const unescaped = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  /** The sample as a reader copies it from the page. */
  const copied = ({ file }: Sample) => {
    const [, text] = new RegExp(`aria-label="${file}"><code>([^]*?)</code>`).exec(page) ?? [];
    return unescaped(text ?? '');
  };
  const runSample = async (sample: Sample, environment: Record<string, string> = {}) => {
    const file = join(folder, sample.file);
    await writeFile(file, copied(sample));
    const { stdout } = await run(interpreterOf(sample), [file], { env: { ...process.env, ...environment } });
    return /L-[0-9A-Z]{6}/.exec(stdout)?.[0];
  };
  const rowOf = async (reference: string | undefined) => {
    const text = 'select is_test, partner, industry, page_path from submissions where reference = $1';
    return (await api.database.client.query(text, [reference])).rows[0];
  };

  it.each(runnable(firstLead))('brings a first lead in %s, copied from the page', async (_language, sample) => {
    expect(await rowOf(await runSample(sample))).toEqual({
      ...{ is_test: true, partner: null, industry: 'hvac', page_path: 'https://partner.example/hvac-quote' },
    });
  });

  it.each(runnable(firstLead))('brings one of a partner in %s, with the key in API_KEY', async (_language, sample) => {
    const { key, name } = await addPartner(api.database);
    expect(await rowOf(await runSample(sample, { API_KEY: key }))).toMatchObject({ partner: name });
  });

  it('has a key for retries in each curl that sends a lead, and says how a key shows that it was taken', async () => {
    const sending = [...page.matchAll(/<code>([^<]*\/api\/leads [^<]*)<\/code>/g)].map(([, code]) =>
      unescaped(code ?? ''),
    );
    expect(sending.length).toBeGreaterThan(1);
    for (const code of sending) expect(code).toContain('Idempotency-Key: ');
    expect(page).toContain('the receipt names you in <code>partner</code>');
    expect(rowsOf('errors').find(([status]) => status === '401')?.[1]).toContain('without a key it is accepted');
    expect(page).toContain('<li><a href="#own-machine">Try your receiver on your own machine</a></li>');
    expect(rowsOf('status').find(([status]) => status === 'accepted')?.[1]).toContain('A test stays accepted');
    const consent = rowsOf('webhooks').find(([name]) => name === 'consentVersion')?.[1];
    expect(consent).toContain('It is no member of a lead');
  });

  it('has programs that send a lead again, under the same key, after an answer that was lost or cut off', async () => {
    const samples = runnable(firstLead.filter(({ language }) => language !== 'curl')).map(([, sample]) => sample);
    await Promise.all(
      samples.map(async (sample) => {
        const keys: string[] = [];
        const lossy = createServer(async (request, response) => {
          const key = String(request.headers['idempotency-key']);
          const answer = await api.post('/api/leads', JSON.parse(await text(request)), { 'Idempotency-Key': key });
          const receipt = await answer.text();
          keys.push(key);
          if (keys.length === 1) {
            request.socket.destroy();
            return;
          }
          response.writeHead(answer.status, { 'Content-Type': 'application/json', 'Content-Length': receipt.length });
          if (keys.length > 2) response.end(receipt);
          else response.write(receipt.slice(0, 20), () => request.socket.destroy());
        }).listen(0, '127.0.0.1');
        await once(lossy, 'listening');
        const { port } = lossy.address() as AddressInfo; // the server listens on TCP
        const file = join(folder, `lossy-${sample.file}`);
        await writeFile(file, sample.code.replaceAll('{{origin}}', `http://127.0.0.1:${port}`));
        const { stdout } = await run(interpreterOf(sample), [file]);
        lossy.close();
        const { rows } = await api.database.client.query(
          'select reference from submissions where idempotency_key = $1',
          [keys[0]],
        );
        expect({ language: sample.language, keys: new Set(keys).size, tries: keys.length, rows: rows.length }).toEqual({
          ...{ language: sample.language, keys: 1, tries: 3, rows: 1 },
        });
        expect(stdout).toContain(rows[0].reference);
      }),
    );
  });

  const rowsOf = (heading: string) => {
    const [, found] = new RegExp(`id="${heading}".*?<tbody>(.*?)</tbody>`, 's').exec(page) ?? [];
    return [...(found ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
      [...(row ?? '').matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) =>
        unescaped((cell ?? '').replace(/<[^>]*>/g, '')).trim(),
      ),
    );
  };

  it('tells where to ask for keys: the office, with the subject of the mail', () => {
    expect(page).toContain(
      '<a href="mailto:office@beaconfield.example?subject=API%20keys">office@beaconfield.example</a>',
    );
  });

  it('shows in its example of an event whether the form is a test', () => {
    expect(copied({ language: '', file: 'An event', code: '' })).toContain('"isTest": false');
  });

  it('says that 403 is also the answer to a test key, and what a key for retries may be used for', () => {
    expect(rowsOf('errors').find(([status]) => status === '403')?.[1]).toMatch(/test key.*another site, with cookies/);
    const [, retries] = /id="retries"(.*?)<\/section>/s.exec(page) ?? [];
    expect(retries).toMatch(/After a <code>400<\/code> the same key may be used again/);
    expect(retries).toMatch(/another body is refused with <code>422<\/code>/);
  });

  it('has each field with its limits, as the OpenAPI document has them', async () => {
    const { components } = await (await api.get('/api/openapi.json')).json();
    const rows = new Map(rowsOf('fields').map(([name = '', ...cells]) => [name.replace(' required', ''), cells]));
    const { LeadDto, LeadCertificatesDto } = components.schemas;
    const properties: Record<string, { maxLength?: number; enum?: (string | null)[]; items?: { enum: string[] } }> = {
      ...LeadDto.properties,
      ...Object.fromEntries(
        Object.entries(LeadCertificatesDto.properties).map(([name, own]) => [`certificates.${name}`, own]),
      ),
    };
    expect([...rows.keys()].sort()).toEqual(Object.keys(properties).sort());
    for (const [name, { maxLength, enum: choices, items }] of Object.entries(properties)) {
      const type = rows.get(name)?.[0] ?? '';
      if (maxLength !== undefined) expect(type).toContain(`${maxLength} characters`);
      for (const choice of choices ?? items?.enum ?? []) expect(type).toContain(choice ?? '');
    }
    const required = rowsOf('fields').flatMap(([name = '']) => (name.endsWith(' required') ? name.split(' ')[0] : []));
    expect(required).toEqual(LeadDto.required);
  });

  it('says in words what each field means', () => {
    const meanings = rowsOf('fields').map(([name, , meaning = '']) => [name, meaning.replace(/ ?Example: .*/, '')]);
    expect(meanings.filter(([, meaning = '']) => !/^[A-Z].*\.$/.test(meaning))).toEqual([]);
  });

  it('says of each field what the API answers when it is missing', async () => {
    const rows = rowsOf('fields').filter(([name]) => name?.endsWith(' required'));
    const { errors } = await (await api.post('/api/leads', {})).json();
    const said = errors.map(({ field, message }: { field: string; message: string }) => [`${field} required`, message]);
    expect(rows.map(([name, , , message]) => [name, message])).toEqual(said);
  });

  it('has every status that the calls of a partner answer with', async () => {
    const { paths } = await (await api.get('/api/openapi.json')).json();
    const calls = [
      paths['/api/leads'].post,
      ...Object.keys(paths)
        .filter((path) => path.startsWith('/api/submissions'))
        .map((path) => paths[path].get),
    ];
    const statuses = calls.flatMap(({ responses }) => Object.keys(responses)).filter((status) => status >= '400');
    expect(statuses.length).toBeGreaterThan(10);
    const listed = rowsOf('errors').map(([status]) => status);
    expect(listed).toEqual(expect.arrayContaining([...new Set(statuses)]));
  });

  it('has every address in it answered', async () => {
    const links = [...page.matchAll(/href="(\/api\/[^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const link of new Set(links)) expect((await api.get(link)).status).toBe(200);
    for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(page).toContain(`id="${id}"`);
  });

  it('runs no script, and has a policy for its own styles alone', async () => {
    const policy = (await api.get('/api/guide')).headers.get('Content-Security-Policy');
    expect(policy).toMatch(/default-src 'none'.*style-src 'sha256-/);
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/ style="/);
  });
});

describe('verification of webhooks, as the guide has it', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
  const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const body = JSON.stringify({ type: 'lead.created', data: { name: 'Zoë "Z" \\ é' } });
  const now = new Date();
  const signed = (by: string[], at = now) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign('msg_1', at, body)).join(' '),
  });

  type Case = [headers: ReturnType<typeof signed>, body: string];
  /** Calls the function of each language with each case; the shell sample is a program for one. */
  const callers: Record<string, string> = {
    mjs: `\nimport { readFileSync } from 'node:fs';
      for (const [headers, body] of JSON.parse(readFileSync('cases.json', 'utf8')))
        console.log(verify('${secret}', headers, body) ? 'verified' : 'refused');`,
    php: `\nforeach (json_decode(file_get_contents('cases.json'), true) as [$headers, $body])
        echo verify('${secret}', $headers, $body) ? "verified\n" : "refused\n";`,
    py: `\nimport json
for headers, body in json.load(open('cases.json', encoding='utf-8')):
    print('verified' if verify('${secret}', headers, body.encode()) else 'refused')`,
  };

  const verdictsOf = async (sample: Sample, cases: Case[]): Promise<string[]> => {
    const file = join(folder, sample.file);
    const caller = callers[sample.file.split('.').at(-1) ?? ''];
    await writeFile(file, sample.code + (caller ?? ''));
    await writeFile(join(folder, 'cases.json'), JSON.stringify(cases));
    const said = async (environment: Record<string, string> = {}) => {
      const env = { ...process.env, ...environment };
      const { stdout } = await run(interpreterOf(sample), [file], { cwd: folder, env }).catch((error) => error);
      return String(stdout).trim();
    };
    if (caller !== undefined) return (await said()).split('\n');
    const verdicts: string[] = [];
    for (const [headers, sent] of cases) {
      await writeFile(join(folder, 'body.json'), sent);
      const own = Object.entries(headers).map(([name, value]) => [name.toUpperCase().replace('-', '_'), value]);
      verdicts.push(await said({ WEBHOOK_SECRET: secret, ...Object.fromEntries(own) }));
    }
    return verdicts;
  };

  it.each(runnable(verifyWebhook))('believes what we sign, and nothing else, in %s', async (_language, sample) => {
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    const timed = (timestamp: string): Case => [{ ...signed([secret]), 'webhook-timestamp': timestamp }, body];
    const right: Case[] = [
      [signed([secret]), body],
      [signed([other, secret]), body],
    ];
    const wrong: Case[] = [
      [signed([other]), body],
      [signed([secret]), `${body} `],
      [signed([secret], ago(400)), body],
      [signed([secret], ago(-400)), body],
      [{ ...signed([secret]), 'webhook-id': 'msg_2' }, body],
      ...['', '²', '9'.repeat(5000), `now[$(touch ${join(folder, 'ran')})]`].map(timed),
    ];
    expect(await verdictsOf(sample, [...right, ...wrong])).toEqual([
      ...right.map(() => 'verified'),
      ...wrong.map(() => 'refused'),
    ]);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});

import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeDataDir, type Started, startDatabase, stop } from '../support/api-processes.ts';
import { runOffice } from '../support/office-command.ts';
import { queryDatabase } from '../support/query-database.ts';
import { runRelease } from '../support/shell-site.ts';
import { type RunningSite, startSite } from '../support/site.ts';
import { apiPortOf } from '../support/site-data.ts';
import { expect, test } from '../support/test.ts';

// A site whose secrets are unique texts, in use and during failures. No output may contain them.

const mark = () => randomBytes(15).toString('hex');

/** Unique values in the shapes that the settings require. */
const secrets = {
  'the password of the database': mark(),
  'the user of the mail server': mark(),
  'the password of the mail server': mark(),
  'the key in the address of the CRM': mark(),
  'the secret of the CRM': randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x'),
  'the token of Anna': mark(),
  'a code of an agent': `C${mark()}`.toUpperCase().slice(0, 24),
  'the name of a visitor': `Ada ${mark()}`,
  'the address of a visitor': `${mark()}@privacy.example`,
  'the telephone number of a visitor': `801-555-${String(1000 + Math.floor(Math.random() * 9000))}`,
} as const;

/** An address that no program listens on. */
const unusedAddress = '127.0.0.1:9';

const database = makeDataDir();
let server: Started;
let site: RunningSite;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = await startDatabase(database.dataDir);
  const password = secrets['the password of the database'];
  await queryDatabase(server.url, `create role canary superuser login password '${password}'`);
  const databaseUrl = new URL(server.url);
  databaseUrl.username = 'canary';
  databaseUrl.password = password;
  site = await startSite({
    environment: {
      DATABASE_URL: databaseUrl.href,
      SMTP_URL: `smtp://${secrets['the user of the mail server']}:${secrets['the password of the mail server']}@${unusedAddress}`,
      CRM_WEBHOOK_URL: `http://${unusedAddress}/hook?key=${secrets['the key in the address of the CRM']}`,
      CRM_WEBHOOK_SECRET: `whsec_${secrets['the secret of the CRM']}`,
      CRM_WEBHOOK_ALLOW_PRIVATE: 'on',
      STAFF_TOKENS: `Anna:${secrets['the token of Anna']}`,
    },
  });
});

test.afterAll(async () => {
  await site?.stop();
  await stop(server);
  database.remove();
});

/** Lists the secrets that a text contains, plain, URL-encoded or as a basic credential. */
function told(text: string): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) =>
      [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')].some((form) =>
        text.includes(form),
      ),
    )
    .map(([what]) => what);
}

async function readFiles(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file): Promise<[string, string]> => [file, await readFile(file, 'latin1')]));
}

/** The command lines and environments of all processes that this one may read. */
async function readCommandLines(): Promise<[string, string][]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const read = async (pid: string): Promise<[string, string]> => [
    `process ${pid}`,
    await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  ];
  return Promise.all(pids.map(read));
}

test('no output contains secrets or visitors’ input, except where they belong', async ({ request, page }) => {
  const api = `http://127.0.0.1:${await apiPortOf(site.dataFolder)}`;
  const code = secrets['a code of an agent'];
  const person = {
    name: secrets['the name of a visitor'],
    email: secrets['the address of a visitor'],
    phone: secrets['the telephone number of a visitor'],
  };
  const agent = ['--name', 'canary-agent', '--code', code, '--business', 'Canary', '--voice', 'agent_canary_0001'];
  await runOffice(site.databaseUrl, 'agents', 'add', ...agent);

  // In use: forms, look-ups, and the staff page with a right and a wrong token.
  const lead = { ...person, company: 'Hope', location: 'Provo', services: ['repair'] };
  expect((await request.post(`${site.address}/api/leads`, { data: lead })).status()).toBe(201);
  expect((await request.get(`${site.address}/api/ai-agents/by-code/${code}`)).status()).toBe(200);
  expect((await request.get(`${site.address}/api/ai-agents/by-code/${code}x`)).status()).toBe(404);
  await page.goto(`${site.address}/_ops`);
  const staffPages: [string, string][] = [];
  for (const [token, answer] of [
    [`${secrets['the token of Anna']}x`, page.getByRole('alert')],
    [secrets['the token of Anna'], page.getByRole('heading', { name: 'Remotes' })],
  ] as const) {
    await page.getByLabel('Your token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(answer).toBeVisible();
    staffPages.push([page.url(), await page.content()]);
  }

  // During failures: mail server and CRM are missing, and then the database stops too.
  const failures = () => runOffice(site.databaseUrl, 'deliveries', 'list', '--all');
  await expect.poll(failures, { timeout: 30_000 }).toMatch(/ECONNREFUSED[\s\S]*ECONNREFUSED/);
  const said: [string, string][] = [['deliveries list', await failures()]];
  await stop(server);
  expect((await request.post(`${site.address}/api/leads`, { data: lead })).status()).toBe(503);
  const last = (await request.get(`${site.address}/api/health/live`)).headers()['x-request-id'] ?? 'no request id';
  await expect.poll(async () => readFile(path.join(site.dataFolder, 'logs/api.log'), 'utf8')).toContain(last);

  for (const address of [
    ...['/', '/hvac', '/my-agent', '/agents/canary-agent', '/click-demos', '/nowhere', '/healthz', '/sitemap.xml'],
    ...['/api', '/api/docs', '/api/openapi.json', '/api/health/ready', '/api/metrics', '/api/ai-agents/by-name/x'],
  ]) {
    said.push([address, await (await request.get(site.address + address)).text()]);
  }
  const metrics = await (await request.get(`${api}/api/metrics`)).text();
  expect(metrics).toContain('# TYPE');
  for (const words of [['status'], ['log'], ['list', 'mf-agents']]) {
    said.push([`release ${words}`, JSON.stringify(await runRelease(site.dataFolder, ...words))]);
  }
  const files = await readFiles(site.dataFolder);
  for (const name of ['api', 'shell']) {
    const log = await readFile(path.join(site.dataFolder, 'logs', `${name}.log`), 'utf8');
    const lines: unknown[] = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.length, `lines in the log of ${name}`).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatchObject({
        time: expect.any(Number),
        level: expect.any(Number),
        name,
        msg: expect.any(String),
      });
    }
  }
  expect(files.map(([file]) => path.relative(site.dataFolder, file))).toContain('logs/shell.log');
  const places = [...staffPages, ...said, ['metrics', metrics] as const, ...files, ...(await readCommandLines())];
  const found = places.flatMap(([where, text]) => told(text).map((what) => `${what} in ${where}`));
  expect(found).toEqual([]);
});

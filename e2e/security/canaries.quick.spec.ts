import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { queryDatabase } from '../support/query-database.ts';
import { siteDataFolder } from '../support/site-data.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** The files that browsers receive, by workspace folder. */
const bundles = ['shell/dist/browser', 'shell/dist/boot', 'shell/public'];

interface Text {
  file: string;
  text: string;
}

async function readTexts(folder: string): Promise<Text[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'latin1') })));
}

async function readBundles(): Promise<Text[]> {
  const remotes = (await readdir(repositoryRoot)).filter((name) => name.startsWith('mf-'));
  const folders = [...bundles, ...remotes.map((remote) => `${remote}/dist/browser`)];
  return (await Promise.all(folders.map((folder) => readTexts(path.join(repositoryRoot, folder))))).flat();
}

function filesWith(texts: readonly Text[], words: RegExp): string[] {
  return texts.filter(({ text }) => words.test(text)).map(({ file }) => path.relative(repositoryRoot, file));
}

test('no bundle contains an access code, a path of the build machine, or the name of an environment variable, and no bundle, log, page or response a key of the site or the password of its database', async ({
  request,
}) => {
  const bundled = await readBundles();
  await test.step('no bundle contains a code, a path or the name of a variable', async () => {
    expect(bundled.filter(({ file }) => file.endsWith('remoteEntry.js')).length).toBeGreaterThanOrEqual(5);
    expect(filesWith(bundled, /DEMO-ACTIVE|DEMO-OFF/), 'codes of agents').toEqual([]);
    const { demos } = JSON.parse(await readFile(path.join(repositoryRoot, 'shell/site.json'), 'utf8'));
    expect(filesWith(bundled, new RegExp(demos.accessCodeSha256)), 'the hash of the access code').toEqual([]);
    expect(filesWith(bundled, /["'`]demo["'`]\s*===|===\s*["'`]demo["'`]/), 'the access code').toEqual([]);
    const place = repositoryRoot.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    expect(filesWith(bundled, new RegExp(`${place}|file:///|/node_modules/`)), 'paths of the machine').toEqual([]);
    expect(filesWith(bundled, /CRM_WEBHOOK_SECRET|STAFF_TOKENS|DATABASE_URL|SMTP_URL|whsec_/), 'secrets').toEqual([]);
    expect(filesWith(bundled, /BEGIN [A-Z ]*PRIVATE KEY/), 'keys').toEqual([]);
  });
  await test.step('no bundle, log, page or response contains a key of the site or its password', async () => {
    const folder = siteDataFolder();
    const files = await Promise.all(['keys', 'postgres'].map((name) => readSecrets(path.join(folder, name))));
    const secrets = files.flat().map(
      ({ text }) =>
        text
          .trim()
          .split('\n')
          .toSorted((a, b) => b.length - a.length)[0] ?? '',
    );
    expect(secrets.filter((secret) => secret.length >= 32).length).toBeGreaterThanOrEqual(4);
    const answers = await Promise.all(
      ['/', '/my-agent', '/healthz', '/api', '/api/health/ready', '/api/openapi.json', '/nowhere'].map(
        async (file) => ({
          file,
          text: await (await request.get(file)).text(),
        }),
      ),
    );
    const texts = [...(await readTexts(path.join(folder, 'logs'))), ...bundled, ...answers];
    const isTold = (text: string) => secrets.some((secret) => text.includes(secret));
    expect(texts.filter(({ text }) => isTold(text)).map(({ file }) => file)).toEqual([]);
  });
});

test('the page of the demos contains no code of an agent, and its own access code only as a hash', async ({
  request,
}) => {
  const html = await (await request.get('/click-demos')).text();
  expect(html).not.toMatch(/DEMO-ACTIVE/);
  expect(html).toContain('"accessCodeSha256":');
  expect(html).not.toMatch(/"accessCode":/);
});

test('no log contains visitors’ input or codes of agents', async ({ request }) => {
  const mark = crypto.randomUUID().replaceAll('-', '');
  const lead = {
    name: `Canary ${mark}`,
    company: `Company ${mark}`,
    phone: '801-555-0173',
    email: `canary-${mark}@privacy.example`,
    location: `Place ${mark}`,
    services: ['repair'],
  };
  const agent = await (await request.get('/api/ai-agents/by-name/demo-agent')).json();
  const client = { clientName: lead.name, clientEmail: lead.email };
  const vehicle = { year: '2024', make: mark, model: mark, color: mark, dailyRate: '$1', keyFeatures: mark };
  const sent = [
    await request.post('/api/contact-support', {
      data: { ...client, subject: lead.name, message: lead.name, requestType: 'question', agentCode: `CODE-${mark}` },
    }),
    await request.post('/api/agents/demo-agent/feedback', {
      data: { ...client, businessName: lead.company, agentSatisfaction: 5, feedbackText: mark, agentId: agent.id },
    }),
    await request.post('/api/exotic-car-intake', {
      data: {
        ...{ fullName: lead.name, businessName: mark, phone: lead.phone, email: lead.email, cityState: mark },
        ...{ ownsDomain: false, vehicles: [vehicle], budget: 'under-1000', additionalNotes: mark },
      },
    }),
    await request.post('/api/leads', { data: lead }),
    await request.post('/api/leads', { data: { ...lead, email: `not-an-address-${mark}` } }),
    await request.post('/api/leads', { data: `{"name": "${mark}`, headers: { 'Content-Type': 'application/json' } }),
    await request.get(`/api/ai-agents/by-code/CODE-${mark}`),
    await request.get(`/nowhere-${mark}?email=canary-${mark}@privacy.example`),
    await request.get(`/%zz${mark}`),
  ];
  expect(sent.map((answer) => answer.status())).toEqual([201, 201, 201, 201, 400, 400, 404, 404, 400]);
  const stored = await queryDatabase(process.env.SITE_DATABASE_URL ?? '', 'select 1 from leads where name = $1', [
    lead.name,
  ]);
  expect(stored).toHaveLength(1);

  // The API writes its log once a second. Lines are in order, so the line of the last request comes after all others.
  const last = (await request.get('/api/health/live')).headers()['x-request-id'] ?? 'no request id';
  const logs = () => readTexts(path.join(siteDataFolder(), 'logs'));
  await expect.poll(async () => (await logs()).some(({ text }) => text.includes(last))).toBe(true);
  const told = (await logs()).flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => line.includes(mark) || line.includes('801-555-0173'))
      .map((line) => `${path.basename(file)}: ${line.slice(0, 200)}`),
  );
  expect(told).toEqual([]);
});

/** Reads the files directly in a folder of secrets. */
async function readSecrets(folder: string): Promise<Text[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && !/lock/.test(entry.name),
  );
  return Promise.all(
    names.map(async ({ name }) => ({ file: name, text: await readFile(path.join(folder, name), 'latin1') })),
  );
}

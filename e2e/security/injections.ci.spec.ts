import { test as plainTest } from '@playwright/test';
import { requestRaw } from '../support/raw-request.ts';
import { expect, openHydrated, test } from '../support/test.ts';
import { expectHarmless } from './harmless.ts';
import { injections } from './injections.ts';

/** Headers that a hostile text tries to inject. */
const injectedHeaders = ['set-cookie', 'bcc', 'location'];

/** All texts, in one field. */
const together = injections.join(' ');

test('hostile names of agents stay text in API responses, on their pages and in their portals', async ({
  page,
  query,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const name = `hostile-${mark}`;
  await query(
    `insert into agents (agent_name, agent_code, business_name, tagline, eleven_labs_agent_id)
     values ($1, $2, $3, $4, $5)`,
    [name, name.toUpperCase(), together, together, together],
  );
  const answer = await requestRaw(`/api/ai-agents/by-name/${name}`);
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(answer.body)).toMatchObject({ businessName: together, tagline: together });

  const heading = page.getByRole('heading', { level: 1 });
  await openHydrated(page, `/agents/${name}`);
  await expect(page.getByText('Agent Online & Ready')).toBeVisible();
  // HTML normalises line ends.
  expect(await heading.textContent()).toBe(together.replaceAll(/\r\n?/g, '\n'));
  expect((await page.title()).replaceAll(/\s+/g, ' ')).toContain(together.replaceAll(/\s+/g, ' ').trim());
  // No id of an agent is among the texts.
  await expect(page.getByRole('link', { name: 'Start Talking Now' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Get Custom Quote' }).click();
  await expect(page.getByRole('dialog', { name: 'Get Custom Quote' })).toBeVisible();
  await expectHarmless(page);

  await openHydrated(page, '/my-agent');
  await page.getByRole('textbox', { name: 'Agent Code' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome')).toBeVisible();
  expect(await heading.textContent()).toBe(together);
  const payment = page.getByRole('link', { name: 'Email for Payment' });
  const mail = new URL((await payment.getAttribute('href')) ?? '');
  expect([...mail.searchParams.keys()]).toEqual(['subject']);
  expect(mail.searchParams.get('subject')).toContain(together);
  await expectHarmless(page);
});

plainTest('an unknown query changes no byte of any page', async () => {
  const wrong: string[] = [];
  // One page gets each text alone. On the others, several texts in one address reach the same code.
  for (const [path, parameter, texts] of [
    ['/leads', 'industry', injections],
    ['/exotics-intake', 'step', [together]],
    ['/custom-ai-agent', 'type', [together]],
    ['/custom-ai-agent', 'useCase', [together]],
    ['/click-demos', 'demo', [together]],
    ['/hvac', 'utm_source', [together]],
    ['/contact', 'preview', [together]],
  ] as const) {
    const { body: expected } = await requestRaw(path);
    for (const text of texts) {
      const { status, headers, body } = await requestRaw(`${path}?${parameter}=${encodeURIComponent(text)}`);
      if (status !== 200 || body !== expected) wrong.push(`${status} ${path}?${parameter}=${text}`);
      for (const name of injectedHeaders) if (headers[name]) wrong.push(`${name} of ${path}?${parameter}=${text}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('hostile queries and fragments stay text after the scripts of a page have read them', async ({ page }) => {
  const all = encodeURIComponent(together);
  for (const path of [
    `/leads?industry=${all}#${all}`,
    `/exotics-intake?step=${all}`,
    `/custom-ai-agent?type=business&industry=${all}`,
    `/click-demos?demo=${all}`,
    `/#${all}`,
  ]) {
    await openHydrated(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectHarmless(page);
  }
});

test('a page for an unknown path or agent does not repeat the requested path', async ({ page }) => {
  const [notFound, noAgent] = await Promise.all(['/nowhere', '/agents/nobody'].map((path) => requestRaw(path)));
  expect([notFound?.status, noAgent?.status]).toEqual([404, 404]);
  const wrong: string[] = [];
  for (const text of injections) {
    for (const [path, expected] of [
      [`/${encodeURIComponent(text)}`, notFound],
      [`/agents/${encodeURIComponent(text)}`, noAgent],
    ] as const) {
      const { status, headers, body } = await requestRaw(path);
      const isRefused = status === 400 && headers['content-type']?.startsWith('application/problem+json');
      if (!isRefused && (status !== expected?.status || body !== expected.body)) wrong.push(`${status} ${path}`);
    }
  }
  expect(wrong).toEqual([]);
  // The server refuses line ends. This test covers what a browser does with the rest.
  const path = encodeURIComponent(together.replaceAll(/[\r\n\t\u2028\u2029]/g, ' '));
  await openHydrated(page, `/agents/${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agent Not Found');
  await expectHarmless(page);
  await openHydrated(page, `/${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  await expectHarmless(page);
});

plainTest(
  'the API answers hostile paths and fields with a problem document that no browser renders as a page',
  async () => {
    const wrong: string[] = [];
    const look = (asked: string, status: number, headers: Record<string, string>, body: string) => {
      const isProblem = headers['content-type']?.startsWith('application/problem+json');
      const isInert = headers['x-content-type-options'] === 'nosniff' && !injectedHeaders.some((name) => headers[name]);
      const says = isProblem ? JSON.parse(body) : null;
      if (status < 400 || status >= 500 || !isInert || says?.status !== status) wrong.push(`${status} ${asked}`);
    };
    const post = async (data: unknown) => {
      const body = JSON.stringify(data);
      const headers = { 'Content-Type': 'application/json' };
      const answer = await requestRaw('/api/leads', { method: 'POST', headers, body });
      look(body, answer.status, answer.headers, answer.body);
    };
    for (const text of injections) {
      const segment = encodeURIComponent(text);
      for (const path of [
        `/api/${segment}`,
        `/api/ai-agents/by-name/${segment}`,
        `/api/ai-agents/by-code/${segment}`,
      ]) {
        const { status, headers, body } = await requestRaw(path);
        look(path, status, headers, body);
      }
      await post({ [text]: text, services: [text], name: text });
    }
    for (const data of [{ [together]: together, name: 'x' }, [together], together]) await post(data);
    expect(wrong).toEqual([]);
  },
);

plainTest('a redirect keeps a hostile query without becoming a header or leading to another host', async () => {
  const wrong: string[] = [];
  for (const text of [...injections, '\r\nSet-Cookie: a=b', '\u010a\u010dSet-Cookie: a=b', '//evil.example']) {
    for (const path of [`/hvac/?x=${encodeURIComponent(text)}`, `/contact?preview=off&x=${encodeURIComponent(text)}`]) {
      const { status, headers } = await requestRaw(path);
      const isOwn = /^\/(?:hvac|contact)\?[\x21-\x7e]*$/.test(headers.location ?? '');
      const cookie = headers['set-cookie'] ?? '';
      if (![303, 308].includes(status) || !isOwn || /a=b/.test(cookie)) wrong.push(`${status} ${headers.location}`);
    }
  }
  // Paths that begin with a host once their dot segments are removed.
  for (const path of ['/.//evil.example', '/%2e//evil.example', '/hvac/..//evil.example']) {
    const { status, headers } = await requestRaw(`${path}?preview=off`);
    if (status !== 400 || headers.location) wrong.push(`${status} ${headers.location}`);
  }
  expect(wrong).toEqual([]);
});

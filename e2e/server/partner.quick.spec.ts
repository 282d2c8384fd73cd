import { ask } from '../support/leads.ts';
import { buildChecker, type OpenApi, type Operation, operationsOf } from '../support/openapi.ts';
import { expect, test } from '../support/test.ts';

// A partner's engineer uses only the page /api/docs and a plain HTTP client. What a lead does is tested in the API.

/** Documented exceptions: this call is off unless the site configuration sets `deliverLocalForms`. */
const exceptions: Record<string, number> = { sendInquiry: 404 };

/** The path with the examples of its parameters. */
function fill(path: string, { parameters = [] }: Operation): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name) => {
    const parameter = parameters.find((it) => it.in === 'path' && it.name === name);
    return encodeURIComponent(String(parameter?.schema.example ?? ''));
  });
}

test('every example of the document works unchanged, and gets a documented response', async ({ page, request }) => {
  await page.goto('/api/docs');
  const link = await page.getByRole('link', { name: 'JSON', exact: true }).getAttribute('href');
  const answer = await request.get(new URL(link ?? '', page.url()).href);
  expect(answer.headers()['content-type']).toContain('application/json');
  const document: OpenApi = await answer.json();
  const check = buildChecker(document);
  const calls = operationsOf(document);
  expect(calls.length).toBeGreaterThan(8);
  for (const { path, method, operation } of calls) {
    const { operationId, security = [], requestBody } = operation;
    const body = requestBody && JSON.stringify(requestBody.content['application/json']?.example);
    const answered = await ask(Number(new URL(page.url()).port), method, fill(path, operation), body);
    expect(check(operation, answered), operationId).toBeUndefined();
    const needsKey = security.length > 0 && security.every((scheme) => 'partnerKey' in scheme);
    const success = method === 'POST' ? 201 : 200;
    expect(answered.status, operationId).toBe(exceptions[operationId] ?? (needsKey ? 401 : success));
  }
});

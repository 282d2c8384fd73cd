import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from '../support/test.ts';

// A partner's engineer uses only the page /api/docs and a plain HTTP client.

interface Operation {
  operationId: string;
  /** Alternatives: one is enough. An empty object allows calls without a key. */
  security?: object[];
  parameters?: { name: string; in: string; schema: { example?: string } }[];
  requestBody?: { content: { 'application/json': { example: Record<string, unknown> } } };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

let origin: string;
let document: OpenApi;

test.beforeAll(async ({ browser }) => {
  origin = new URL(process.env.BASE_URL ?? '').origin;
  const page = await browser.newPage();
  await page.goto(`${origin}/api/docs`);
  const link = await page.getByRole('link', { name: 'JSON', exact: true }).getAttribute('href');
  await page.close();
  const answer = await fetch(new URL(link ?? '', `${origin}/api/docs`));
  expect(answer.headers.get('Content-Type')).toContain('application/json');
  document = await answer.json();
});

function callsOf({ paths }: OpenApi): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function callNamed(name: string): Call {
  const call = callsOf(document).find(({ operation }) => operation.operationId === name);
  if (!call) throw new Error(`The document has no call ${name}`);
  return call;
}

const bodyOf = ({ operation }: Call) => operation.requestBody?.content['application/json'].example;

/** Sends a call with its example or with another body. */
async function send(call: Call, { body = bodyOf(call), headers = {} }: { body?: unknown; headers?: HeadersInit } = {}) {
  const { path, method, operation } = call;
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name) => {
    const parameter = operation.parameters?.find((it) => it.in === 'path' && it.name === name);
    return encodeURIComponent(parameter?.schema.example ?? '');
  });
  return fetch(new URL(filled, origin), {
    method: method.toUpperCase(),
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Compares a response with the documented status and type. Returns its body. */
async function expectDocumented({ operation }: Call, answer: Response): Promise<Record<string, unknown>> {
  const documented = operation.responses[answer.status]?.content ?? {};
  const type = answer.headers.get('Content-Type')?.split(';')[0] ?? '';
  const name = `${operation.operationId} ${answer.status} ${type}`;
  if (!type.endsWith('json')) {
    expect(Object.keys(documented), name).toContain(type.replace(/\/.*/, '/*'));
    return {};
  }
  const schema = documented[type]?.schema;
  expect(schema, `${name} is documented`).toBeDefined();
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile({ ...schema, components: document.components });
  const body = await answer.json();
  validate(body);
  expect(validate.errors, name).toBeNull();
  return body;
}

/** Documented exceptions: this call is off unless the site configuration sets `deliverLocalForms`. */
const exceptions: Record<string, number> = { sendInquiry: 404 };

test('every example of the document works unchanged, and gets a documented response', async () => {
  const calls = callsOf(document);
  expect(calls.length).toBeGreaterThan(8);
  for (const call of calls) {
    const answer = await send(call);
    await expectDocumented(call, answer);
    const { operationId, security = [] } = call.operation;
    const needsKey = security.length > 0 && security.every((scheme) => 'partnerKey' in scheme);
    const success = call.method === 'post' ? 201 : 200;
    expect(answer.status, operationId).toBe(exceptions[operationId] ?? (needsKey ? 401 : success));
  }
});

test('a lead sent again with its Idempotency-Key gets the first response; with another body it is refused', async ({
  query,
}) => {
  const call = callNamed('sendLead');
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const first = await expectDocumented(call, await send(call, { headers }));
  const again = await send(call, { headers });
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(await expectDocumented(call, again)).toEqual(first);
  expect(await query('select 1 from leads where id = $1', [first.id])).toHaveLength(1);

  const other = await send(call, { headers, body: { ...bodyOf(call), company: 'Another Company' } });
  expect(other.status).toBe(422);
  await expectDocumented(call, other);
});

test('the refusal of a lead names every wrong field, and a test lead never reaches the office', async ({ query }) => {
  const call = callNamed('sendLead');
  const wrong = await send(call, { body: { ...bodyOf(call), email: 'nobody', services: ['plumbing'] } });
  expect(wrong.status).toBe(400);
  const { errors } = await expectDocumented(call, wrong);
  expect(errors).toMatchObject([{ field: 'email' }, { field: expect.stringMatching(/^services/) }]);

  const { id } = await expectDocumented(call, await send(call));
  expect(await query('select 1 from submissions where id = $1', [id])).toHaveLength(1);
  expect(await query('select 1 from deliveries where submission_id = $1', [id])).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { addPartner } from '../../testing/add-partner.ts';
import { buildLead } from '../../testing/build-forms.ts';
import { buildSite } from '../../testing/build-settings.ts';
import { sharedApi, startTestApi } from '../../testing/start-test-api.ts';
import { breakingChanges } from './breaking-changes.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: { example?: string } }[];
  requestBody?: { content: { 'application/json': { example: Record<string, unknown> } } };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Served {
  servers: { url: string; description: string }[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const committed: Document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

function changed(change: (operation: Operation, document: Document) => void): Document {
  const document = structuredClone(committed);
  const operation = document.paths['/api/leads']?.post;
  if (operation) change(operation, document);
  return document;
}

describe('the OpenAPI document', () => {
  const api = sharedApi({ site: buildSite({ deliverLocalForms: true }) });

  it('is the committed one: after a change, "npm run openapi -w api" writes it', async () => {
    const served = await (await api.get('/api/openapi.json')).json();
    expect(breakingChanges(committed, served)).toEqual([]);
    expect({ ...served, servers: [] }).toEqual({ ...committed, servers: [] });
  });

  it('names the office as the contact, and none of its settings and commands', async () => {
    const served = await (await api.get('/api/openapi.json')).json();
    expect(served.info.contact).toEqual({ name: 'Office, also for API keys', email: 'office@beaconfield.example' });
    expect(served.components.securitySchemes.partnerKey).not.toHaveProperty('bearerFormat', 'JWT');
    expect(JSON.stringify(served)).not.toMatch(/[A-Z]+_[A-Z]+|office -- |deliverLocalForms/);
  });

  it('has what a partner calls before what only this site calls', async () => {
    const { tags, paths } = await (await api.get('/api/openapi.json')).json();
    expect(tags.map(({ name }: { name: string }) => name)).toEqual(['Leads', 'Partners', 'Forms', 'Agents', 'Health']);
    expect(paths['/api/leads'].post.tags).toEqual(['Leads']);
  });

  it('documents the refusal of a test key at each call that needs a live key', () => {
    const calls = Object.entries(committed.paths).filter(([path]) => path.startsWith('/api/webhook'));
    const refusals = calls.flatMap(([, methods]) => Object.values(methods)).map(({ responses }) => responses[403]);
    expect(refusals).toHaveLength(6);
    for (const refusal of refusals) expect(refusal).toMatchObject({ description: expect.stringMatching(/test key/) });
  });

  it('names the address that it was asked at, so that what imports it finds the API', async () => {
    const json: Served = await (await api.get('/api/openapi.json')).json();
    expect(json.servers).toEqual([{ url: api.url, description: 'This site' }]);
    expect(await (await api.get('/api/openapi.yaml')).text()).toContain(`url: ${api.url}`);
  });

  it('names the public address of the site configuration, whatever host it was asked as', async () => {
    const site = await startTestApi(
      { site: buildSite({ publicOrigin: 'https://www.leads.example' }) },
      { beside: api },
    );
    const json: Served = await (await site.get('/api/openapi.json')).json();
    await site.stop();
    expect(json.servers.map(({ url }) => url)).toEqual(['https://www.leads.example']);
  });

  it('has its page for people send no header that the reader did not type', async () => {
    const served: Document = await (await api.get('/api/openapi.json')).json();
    const headers = Object.values(served.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters = [] }) => parameters.filter((parameter) => parameter.in === 'header'));
    expect(new Set(headers.map(({ name }) => name))).toEqual(new Set(['Idempotency-Key', 'X-Form-Context']));
    // Swagger's page fills a header's field with its example, its default or its first choice.
    for (const header of headers) expect(JSON.stringify(header)).not.toMatch(/"(example|examples|default|enum)"/);
  });

  it('shows itself to people and as YAML', async () => {
    expect(await (await api.get('/api/docs')).text()).toContain('swagger-ui');
    expect(await (await api.get('/api/openapi.yaml')).text()).toMatch(/^openapi: 3\.1\.0/);
  });

  /** Only the sender of forms can read what became of them. */
  const answerOf = async (method: string, url: string, body: unknown, name: string) => {
    if (/webhook/i.test(name)) return answerOfWebhook(method, url, body);
    if (method === 'post') return api.post(url, body);
    if (!['readSubmission', 'listSubmissions'].includes(name)) return api.get(url);
    const { authorization } = await addPartner(api.database);
    const lead = await (await api.post('/api/leads', buildLead(), authorization)).json();
    return api.get(name === 'listSubmissions' ? url : `/api/submissions/${lead.reference}`, authorization);
  };

  const answerOfWebhook = async (method: string, url: string, body: unknown) => {
    const { authorization } = await addPartner(api.database);
    await api.post('/api/webhook', { url: 'https://partner.invalid/webhooks' }, authorization);
    await api.post('/api/leads', buildLead(), authorization);
    return fetch(api.url + url, {
      method,
      headers: { ...authorization, ...(method === 'post' && { 'Content-Type': 'application/json' }) },
      ...(method === 'post' && { body: JSON.stringify(body ?? {}) }),
    });
  };

  const operations = Object.entries(committed.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, name: operation.operationId })),
  );

  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);

  it.each(operations)(
    'has an example of $name that the API answers as documented',
    async ({ path, method, operation }) => {
      const url = path.replace(
        /\{(\w+)\}/g,
        (_whole, name) => operation.parameters.find((it) => it.name === name)?.schema.example ?? '',
      );
      const body = operation.requestBody?.content['application/json'].example;
      const response = await answerOf(method, url, body, operation.operationId);
      const documented = operation.responses[response.status];
      expect(response.ok).toBe(true);
      if (response.status === 204) return;
      const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
      const content = documented?.content ?? {};
      if (!type.endsWith('json')) {
        expect(Object.keys(content)).toEqual(['image/*']);
        return;
      }
      const validate = ajv.compile({ ...content[type]?.schema, components: Object(committed).components });
      validate(await response.json());
      expect(validate.errors).toBeNull();
    },
  );
});

describe('the check for breaking changes', () => {
  const requestSchema = (document: Document) => Object(document).components.schemas.LeadDto;

  it.each<[string, Document, RegExp]>([
    [
      'a call that is gone',
      changed((_operation, { paths }) => delete paths['/api/leads']),
      /POST \/api\/leads is gone/,
    ],
    ['an answer that is gone', changed((operation) => delete operation.responses['201']), /no longer answers 201/],
    [
      'a new required field',
      changed((_operation, document) => requestSchema(document).required.push('source')),
      /now requires source/,
    ],
    [
      'a tighter limit',
      changed((_operation, document) => Object.assign(requestSchema(document).properties.name, { maxLength: 10 })),
      /maxLength is smaller/,
    ],
    [
      'a choice that is gone',
      changed((_operation, document) => requestSchema(document).properties.services.items.enum.pop()),
      /not taken any more/,
    ],
    [
      'a field of an answer that is gone',
      changed((_operation, document) => delete Object(document).components.schemas.ReceiptDto.properties.reference),
      /reference is gone/,
    ],
  ])('finds %s', (_name, document, words) => {
    expect(breakingChanges(committed, document).join('\n')).toMatch(words);
  });

  it('lets an addition pass', () => {
    const more = changed((_operation, document) => {
      requestSchema(document).properties.nickname = { type: 'string' };
    });
    expect(breakingChanges(committed, more)).toEqual([]);
  });
});

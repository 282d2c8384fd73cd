import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request } from 'express';
import type { SiteConfig } from 'kit/contracts/site-config';
import { webhooks } from './openapi-webhooks.ts';

const description = `The calls behind the site, open to partners. **[The guide](/api/guide)** takes you to a first lead in two minutes.

**Errors** are problem documents (RFC 9457) with \`message\`, one sentence for a visitor, and \`errors\`, the fields that are
wrong; the error of a choice has what is \`allowed\`. A member that a form does not have is refused by its name. Beside
those of each call: 404 for an address where nothing is, 405 with \`Allow\` for a method that an address does not take.
Every answer has an \`X-Request-Id\`: name it when you report a problem.

**Keys** are optional for forms: \`Authorization: Bearer bf_live_...\`. With one, limits and idempotency keys are your own, the
office knows whom a lead is from, \`GET /api/submissions\` lists what you sent, and \`GET /api/submissions/{reference}\` has the
status of one form. A key is for servers, never for pages, and never stands in an address. One in any other header
(\`X-API-Key\`, Basic) is refused with 401.

**Retries** are safe with an \`Idempotency-Key\`: each try with the same key and the same body gets the first answer, with
\`Idempotent-Replayed: true\`. After a 400 the same key may be used again; once a form was kept, the same key with another body
is refused (422). Send again after no answer, 429 and 5xx; other errors
come again with the same body.

**Limits**: 120 posts a minute for each network (IPv4 /24, IPv6 /48), with a key 600 for each partner unless the office agreed on
more; 120 look-ups of codes, of which one that finds nothing counts as eleven; \`X-RateLimit-*\` and \`Retry-After\` tell where
you stand. A body has at most 100 kB, an intake 256 kB.

**The document itself**: [JSON](/api/openapi.json), [YAML](/api/openapi.yaml).

**Testing without reaching the office**: send any form with \`"isTest": true\`, or with a test key. It is checked, answered,
kept and marked, and not delivered.`;

/** For the committed document; the served one has its own origin. */
const exampleServer = 'https://www.beaconfield.example';

export function buildOpenApi(app: INestApplication, { brand, mailboxes }: SiteConfig): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(`${brand} API`)
    .setVersion('1.0.0')
    .setDescription(description)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(exampleServer, 'This site')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'API key',
        description: 'A key of the office: `bf_live_...` or `bf_test_...`.',
      },
      'partnerKey',
    )
    .addTag('Leads', 'The call that partners send leads with')
    .addTag('Partners', 'What became of what a partner sent, and the webhook endpoint of a partner')
    .addTag('Forms', 'The other forms of the site')
    .addTag('Agents', 'Look-ups of AI voice agents')
    .addTag('Health', 'For machines that watch the API')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const contact = { name: 'Office, also for API keys', email: mailboxes.officeManager };
  return finish({ ...document, info: { ...document.info, contact }, security: [], webhooks });
}

export function serveDocs(app: INestApplication, document: OpenAPIObject, publicOrigin: string): void {
  SwaggerModule.setup('api/docs', app, document, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
    patchDocumentOnRequest: (request, _response, built) => ({
      ...built,
      // The cast is safe: Nest's type is independent of the framework, which is Express.
      servers: [{ url: originOf(request as Request, publicOrigin), description: 'This site' }],
    }),
    customSiteTitle: document.info.title,
    // On a phone its tables are wider than the page.
    customCss: '.swagger-ui .opblock-body, .swagger-ui .models { overflow-x: auto; }',
  });
}

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds an example to each JSON body, built from the examples of its fields (a test replays all of them), and turns `nullable`
 * of version 3.0, which Nest's decorators write, into a type.
 */
function finish(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas;
  const exampleOf = (schema: unknown): unknown => {
    if (!isNode(schema)) return undefined;
    if (schema.example !== undefined) return schema.example;
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    if (name !== undefined) return exampleOf(schemas?.[name]);
    if (Array.isArray(schema.allOf)) return exampleOf(schema.allOf[0]);
    if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0]);
    if (isNode(schema.items)) return [exampleOf(schema.items)];
    if (!isNode(schema.properties)) return undefined;
    return Object.fromEntries(Object.entries(schema.properties).map(([field, value]) => [field, exampleOf(value)]));
  };
  return JSON.parse(JSON.stringify(document), (name, value) => {
    if (!isNode(value)) return value;
    const example = /^application\/.*json$/.test(name) ? exampleOf(value.schema) : undefined;
    return withNullType(example === undefined ? value : { ...value, example: value.example ?? example });
  });
}

function withNullType({ nullable, ...schema }: Record<string, unknown>): Record<string, unknown> {
  if (typeof nullable !== 'boolean') return nullable === undefined ? schema : { ...schema, nullable };
  if (!nullable) return schema;
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  const { allOf, ...rest } = schema;
  return Array.isArray(allOf) ? { ...rest, anyOf: [...allOf, { type: 'null' }] } : schema;
}

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The API's origin for documents that are read elsewhere: the public origin of the site configuration. If that is a
 * loopback address (the default), the request's host is used.
 */
export function originOf(request: Request, publicOrigin: string): string {
  const isPublic = !localNames.includes(new URL(publicOrigin).hostname);
  const asked = `${request.protocol}://${request.host}`;
  return isPublic || !URL.canParse(asked) ? publicOrigin : new URL(asked).origin;
}

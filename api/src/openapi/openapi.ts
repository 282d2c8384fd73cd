import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { addExamples } from './openapi-examples.ts';
import { modernize } from './openapi-nullable.ts';
import { webhooks } from './openapi-webhooks.ts';

const description = `The calls behind the site, open to partners.

**Errors** are problem documents (RFC 9457) with \`message\`, one sentence for a visitor, and \`errors\`, the fields that are
wrong. Beside those of each call: 404 for an address where nothing is, 405 with \`Allow\` for a method that an address does not
take. Every answer has an \`X-Request-Id\`: name it when you report a problem.

**Retries** are safe with an \`Idempotency-Key\`: each try with the same key and the same body gets the first answer, with
\`Idempotent-Replayed: true\`. The same key with another body is refused (422). Send again after no answer, 429 and 5xx; other
errors come again with the same body.

**Limits**: 120 posts a minute for each address, and 120 look-ups of codes, of which one that finds nothing counts as eleven;
\`X-RateLimit-*\` and \`Retry-After\` tell where you stand. A body has at most 100 kB, an intake 256 kB.

**The document itself**: [JSON](/api/openapi.json), [YAML](/api/openapi.yaml).

**Testing without reaching the office**: send a lead with \`"isTest": true\`. It is checked, kept and marked, and not
delivered. The other forms have no such mark and reach the office: try those on an installation of your own.`;

/** The OpenAPI document of everything the application answers. */
export function buildOpenApi(app: INestApplication, brand: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(`${brand} API`)
    .setVersion('1.0.0')
    .setDescription(description)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This site')
    .addTag('Agents', 'Look-ups of AI voice agents')
    .addTag('Forms', 'Everything a visitor or a partner sends')
    .addTag('Health', 'For machines that watch the API')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  return addExamples(modernize({ ...document, security: [], webhooks }));
}

export function serveDocs(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('api/docs', app, document, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
    customSiteTitle: document.info.title,
    // On a phone its tables are wider than the page.
    customCss: '.swagger-ui .opblock-body, .swagger-ui .models { overflow-x: auto; }',
  });
}

import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { addExamples } from './openapi-examples.ts';
import { modernize } from './openapi-nullable.ts';
import { webhooks } from './openapi-webhooks.ts';

const description = `The calls behind the site, open to partners.

**Errors** are problem documents (RFC 9457) with \`message\`, one sentence for a visitor, and \`errors\`, the fields that are wrong.

**Retries** are safe with an \`Idempotency-Key\`: each try with the same key and the same body gets the first answer.

**Limits**: 120 posts a minute for each address; \`X-RateLimit-*\` and \`Retry-After\` tell where you stand.

**The document itself**: [JSON](/api/openapi.json), [YAML](/api/openapi.yaml).

**Testing without reaching the office**: send a lead with \`"isTest": true\`. It is checked, kept and marked, and not delivered.`;

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
  });
}

import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The OpenAPI document of everything the application answers. */
export function buildOpenApi(app: INestApplication, brand: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(`${brand} API`)
    .setVersion('1.0.0')
    .setDescription('The calls behind the site. Errors are problem documents (RFC 9457).')
    .addTag('Agents', 'Look-ups of AI voice agents')
    .addTag('Forms', 'Everything a visitor or a partner sends')
    .addTag('Health', 'For machines that watch the API')
    .build();
  return SwaggerModule.createDocument(app, config);
}

export function serveDocs(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('api/docs', app, document, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
    customSiteTitle: document.info.title,
  });
}

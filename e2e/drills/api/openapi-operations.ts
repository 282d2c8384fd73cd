import { ask } from '../../support/leads.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  maxLength?: number;
  minLength?: number;
  example?: unknown;
}

export interface Operation {
  parameters?: { name: string; in: 'path' | 'header' | 'query'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export async function readDocument(port: number): Promise<OpenApi> {
  return JSON.parse((await ask(port, 'GET', '/api/openapi.json')).body);
}

export function resolve(document: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './leads.ts';

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
  operationId: string;
  /** Alternatives: one is enough. An empty object allows calls without a key. */
  security?: object[];
  parameters?: { name: string; in: 'path' | 'header' | 'query'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Every operation of a document. */
export function operationsOf({ paths }: OpenApi): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

export function resolve(document: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

/** Returns a function that says what of an answer is not as the document has it. */
export function buildChecker({ components }: OpenApi) {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components });
  return ({ responses }: Operation, { status, body, type }: Answer): string | undefined => {
    if (status === 0) return 'the connection broke';
    if (status >= 500) return `answered ${status}`;
    const documented = responses[String(status)];
    if (!documented) return `answered ${status}, which is not documented`;
    if (type.startsWith('image/')) return undefined;
    const schema = documented.content?.[type]?.schema;
    if (!schema) return `answered ${status} as ${type}, which is not documented`;
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));
    try {
      return ajv.validate(rooted, JSON.parse(body)) ? undefined : ajv.errorsText(ajv.errors);
    } catch {
      return 'the body is no JSON';
    }
  };
}

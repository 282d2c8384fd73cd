import type { Random } from 'kit/server/seeded-random';
import { type OpenApi, type Operation, resolve, type Schema } from './openapi-operations.ts';

export interface FuzzRequest {
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const strings = [
  ...[
    '',
    ' ',
    'a',
    'Ada Lovelace',
    '(801) 555-0142',
    'ada@example.com',
    'a@b',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
  ],
  ...[
    '😀',
    '\u202e',
    "'; drop table submissions; --",
    '<script>',
    '../../etc/passwd',
    '{7*7}',
    'null',
    '{{x}}',
    '\r\nX: y',
  ],
  ...['x'.repeat(201), 'x'.repeat(5001), '0', '1e999', 'ＡＢＣ', 'é', '\u2028', '__proto__', 'constructor'],
];

const oddities: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_991,
  [],
  {},
  [[]],
  [null],
  { a: { b: {} } },
];

/** Builds a request that the document allows, with more or less mutation. */
export function buildRequest(document: OpenApi, random: Random): FuzzRequest {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const forms = operations.filter(({ operation }) => operation.requestBody);
  const { path, method, operation } =
    random.oneOf(random.chance(0.7) ? forms : operations) ?? operations[0] ?? failed();
  const body = bodyOf(document, operation, random);
  return {
    operation,
    method,
    path: fill(path, operation, random),
    headers: headersOf(operation, body !== undefined, random),
    body,
  };
}

function failed(): never {
  throw new Error('the OpenAPI document has no operations');
}

function fill(path: string, operation: Operation, random: Random): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const example = operation.parameters?.find((parameter) => parameter.name === name)?.schema.example;
    if (random.chance(0.5)) return encodeURIComponent(String(example));
    if (random.chance(0.1)) return random.oneOf(['%zz', '%', '%00', '%ff', '%c0%80', '%ed%a0%80']) ?? '';
    const text = random.oneOf(strings.filter((value) => value.trim() !== '')) ?? 'x';
    return encodeURIComponent(text.toWellFormed().slice(0, 300));
  });
}

function headersOf(operation: Operation, hasBody: boolean, random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, schema } of operation.parameters?.filter((parameter) => parameter.in === 'header') ?? []) {
    if (random.chance(0.3))
      headers[name] = random.chance(0.5) ? String(schema.example) : plain(random.oneOf(strings) ?? '');
  }
  if (hasBody && random.chance(0.05))
    headers['Content-Type'] = random.oneOf(['text/plain', 'application/json; charset=latin1', '']) ?? '';
  if (random.chance(0.05)) headers.Cookie = 'session=1';
  if (random.chance(0.05))
    headers.Origin = random.oneOf(['https://evil.example', 'null', 'http://localhost:3000']) ?? '';
  if (random.chance(0.05))
    headers['X-Forwarded-For'] = random.oneOf(['garbage', '203.0.113.9', '::1', 'a, b, c']) ?? '';
  return headers;
}

/** Only characters that are valid in a header. */
function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '');
}

function bodyOf(document: OpenApi, operation: Operation, random: Random): string | undefined {
  const media = operation.requestBody?.content['application/json'];
  if (!media) return undefined;
  const valid = structuredClone(media.example);
  if (random.chance(0.1)) return JSON.stringify(valid);
  const bent = JSON.stringify(random.chance(0.5) ? bend(valid, random) : grow(document, media.schema, random, 0));
  return random.chance(0.08) ? breakText(bent, random) : bent;
}

/** Replaces, removes or adds something in a valid body. */
function bend(value: unknown, random: Random): unknown {
  if (random.chance(0.1)) return anything(random);
  if (Array.isArray(value))
    return random.chance(0.3) ? [...value, ...value, anything(random)] : value.map((entry) => bend(entry, random));
  if (typeof value !== 'object' || value === null) return random.chance(0.15) ? anything(random) : value;
  const entries = Object.entries(value).filter(() => !random.chance(0.08));
  if (random.chance(0.1)) entries.push([random.oneOf(strings) ?? '', anything(random)]);
  return Object.fromEntries(entries.map(([name, entry]) => [name, random.chance(0.25) ? bend(entry, random) : entry]));
}

/** Builds a body that mostly follows the schema. */
function grow(document: OpenApi, given: Schema, random: Random, depth: number): unknown {
  if (depth > 6 || random.chance(0.05)) return anything(random);
  const schema = resolve(document, given);
  const branch = schema.oneOf ?? schema.anyOf;
  if (branch) return grow(document, random.oneOf(branch) ?? {}, random, depth + 1);
  if (schema.enum) return random.oneOf(schema.enum);
  if (schema.properties) {
    const present = Object.entries(schema.properties).filter(
      ([name]) => schema.required?.includes(name) || random.chance(0.5),
    );
    return Object.fromEntries(present.map(([name, property]) => [name, grow(document, property, random, depth + 1)]));
  }
  switch ([schema.type].flat()[0]) {
    case 'array':
      return Array.from({ length: random.below(4) }, () => grow(document, schema.items ?? {}, random, depth + 1));
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return random.below(8);
    default:
      return random.chance(0.5)
        ? (schema.example ?? 'text')
        : 'x'.repeat((schema.minLength ?? 0) + random.below(schema.maxLength ?? 50));
  }
}

function anything(random: Random): unknown {
  return random.chance(0.6) ? random.oneOf(strings) : random.oneOf(oddities);
}

function breakText(text: string, random: Random): string {
  const broken = [
    () => text.slice(0, random.below(text.length + 1)),
    () => `${'['.repeat(5000)}${text}`,
    () => text.replace('{', '{"__proto__":{"isTest":true},'),
    () => `${text}${text}`,
    () => '[]',
    () => '',
    () => `"${text.length}"`,
    () => JSON.stringify({ name: 'x'.repeat(300_000) }),
  ];
  return random.oneOf(broken)?.() ?? text;
}

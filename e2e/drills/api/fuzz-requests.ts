import fc from 'fast-check';
import { type OpenApi, type Operation, operationsOf, resolve, type Schema } from '../../support/openapi.ts';

export interface FuzzRequest {
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Texts that mean something to some program. */
const meaningful = [
  ...['', ' ', 'Ada Lovelace', '(801) 555-0142', 'ada@example.com', 'a@b', 'a\u0000b', '\ud800', '\udc00x'],
  ...['\u202e', '\u2028', "'; drop table submissions; --", '<script>', '../../etc/passwd', '{7*7}', 'null', '{{x}}'],
  ...['\r\nX: y', 'x'.repeat(201), 'x'.repeat(5001), '1e999', '__proto__', 'constructor'],
];
const text = fc.oneof(fc.constantFrom(...meaningful), fc.string({ unit: 'binary' }));
const anything = fc.oneof(text, fc.jsonValue(), fc.constantFrom(-1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [[]], [null]));
const hugeBody = JSON.stringify({ name: 'x'.repeat(300_000) });

/** Once in so many values the other arbitrary. */
const mostly = <Usual, Other>(usual: fc.Arbitrary<Usual>, oneIn: number, other: fc.Arbitrary<Other>) =>
  fc.oneof({ arbitrary: usual, weight: oneIn - 1 }, { arbitrary: other, weight: 1 });

/** Requests that the document allows, with more or less mutation. */
export function requestsOf(document: OpenApi): fc.Arbitrary<FuzzRequest> {
  const operations = operationsOf(document);
  const forms = operations.filter(({ operation }) => operation.requestBody);
  return mostly(fc.constantFrom(...forms), 4, fc.constantFrom(...operations)).chain(({ path, method, operation }) =>
    fc.record({
      operation: fc.constant(operation),
      method: fc.constant(method),
      path: pathsOf(path, operation),
      headers: headersOf(operation),
      body: bodiesOf(document, operation),
    }),
  );
}

function pathsOf(path: string, { parameters = [] }: Operation): fc.Arbitrary<string> {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const example = String(parameters.find((parameter) => parameter.name === name)?.schema.example);
    return fc.oneof(
      { arbitrary: fc.constant(encodeURIComponent(example)), weight: 5 },
      {
        arbitrary: text.map((value) => encodeURIComponent(value.trim().toWellFormed().slice(0, 300)) || 'x'),
        weight: 4,
      },
      { arbitrary: fc.constantFrom('%zz', '%', '%00', '%ff', '%c0%80', '%ed%a0%80'), weight: 1 },
    );
  });
  return fc.tuple(...named).map((values) => {
    const left = values.values();
    return path.replace(/\{\w+\}/g, () => left.next().value ?? '');
  });
}

function headersOf({ parameters = [], requestBody }: Operation): fc.Arbitrary<Record<string, string>> {
  const nothing = fc.constant('');
  // Other characters are not valid in a header.
  const plain = text.map((value) => value.replace(/[^\x20-\x7e]/g, '').trim());
  const declared = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, schema }) => [name, mostly(nothing, 3, fc.oneof(exampleOf(schema), plain))]);
  const odd = Object.entries({
    ...(requestBody && { 'Content-Type': ['text/plain', 'application/json; charset=latin1'] }),
    Cookie: ['session=1'],
    Origin: ['https://evil.example', 'null', 'http://localhost:3000'],
    'X-Forwarded-For': ['garbage', '203.0.113.9', '::1', 'a, b, c'],
  }).map(([name, values]) => [name, mostly(nothing, 20, fc.constantFrom(...values))]);
  const headers: Record<string, fc.Arbitrary<string>> = Object.fromEntries([...declared, ...odd]);
  return fc.record(headers).map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== '')));
}

function exampleOf({ example }: Schema): fc.Arbitrary<string> {
  return example === undefined ? fc.uuid() : fc.constant(String(example));
}

function bodiesOf(document: OpenApi, operation: Operation): fc.Arbitrary<string | undefined> {
  const media = operation.requestBody?.content['application/json'];
  if (!media) return fc.constant(undefined);
  const values = fc.oneof(
    { arbitrary: fc.constant(media.example), weight: 1 },
    { arbitrary: bend(media.example), weight: 4 },
    { arbitrary: grow(document, media.schema), weight: 4 },
  );
  const texts = values.map((value) => JSON.stringify(value) ?? '');
  return mostly(texts, 12, texts.chain(breakText));
}

/** Replaces, leaves out or adds something in a valid value. */
function bend(value: unknown): fc.Arbitrary<unknown> {
  return mostly(bendInside(value), 10, anything);
}

function bendInside(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) {
    const entries = fc.oneof(...value.map(bend), anything);
    return mostly(fc.tuple(...value.map(bend)), 4, fc.array(entries, { maxLength: 2 * value.length + 1 }));
  }
  if (typeof value !== 'object' || value === null) return fc.constant(value);
  // JSON leaves undefined members out.
  const members = Object.entries(value).map(([name, entry]) => [
    name,
    mostly(mostly(fc.constant(entry), 4, bend(entry)), 12, fc.constant(undefined)),
  ]);
  const more = mostly(fc.constant({}), 10, fc.dictionary(text, anything, { maxKeys: 1 }));
  return fc.tuple(fc.record(Object.fromEntries(members)), more).map(([own, added]) => ({ ...own, ...added }));
}

/** Values that mostly follow the schema. */
function grow(document: OpenApi, given: Schema, depth = 0): fc.Arbitrary<unknown> {
  return depth > 6 ? anything : mostly(follow(document, resolve(document, given), depth + 1), 20, anything);
}

function follow(document: OpenApi, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => grow(document, branch, depth)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.properties) {
    const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
      Object.entries(schema.properties).map(([name, own]) => [name, grow(document, own, depth)]),
    );
    return fc.record(members, { requiredKeys: schema.required ?? [] });
  }
  const { minLength = 0, maxLength = 50, example = 'text' } = schema;
  switch ([schema.type].flat()[0]) {
    case 'array':
      return fc.array(grow(document, schema.items ?? {}, depth), { maxLength: 3 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.nat(8);
    default:
      return fc.oneof(
        fc.constant(example),
        fc.integer({ min: minLength, max: maxLength }).map((length) => 'x'.repeat(length)),
      );
  }
}

function breakText(whole: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat(whole.length).map((end) => whole.slice(0, end)),
    fc.constantFrom(
      ...[`${'['.repeat(5000)}${whole}`, whole.replace('{', '{"__proto__":{"isTest":true},'), `${whole}${whole}`],
      ...['[]', '', `"${whole.length}"`, hugeBody],
    ),
  );
}

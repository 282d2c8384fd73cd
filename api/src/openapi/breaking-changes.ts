type Node = Record<string, unknown>;

const asNode = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}; // checked on this line
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

type Way = 'request' | 'response';

/** Compares two documents and describes each breaking change in a sentence. */
export function breakingChanges(before: unknown, after: unknown): string[] {
  const [old, now] = [asNode(before), asNode(after)];
  const compareSchema = (name: string, was: unknown, is: unknown, way: Way, depth = 0): string[] => {
    if (depth > 12) return [];
    const [one, other] = [resolve(old, was), resolve(now, is)];
    const fields = Object.entries(asNode(one.properties)).flatMap(([field, schema]) => {
      const current = asNode(other.properties)[field];
      if (current !== undefined) return compareSchema(`${name}.${field}`, schema, current, way, depth + 1);
      return way === 'response' ? [`${name}.${field} is gone`] : [];
    });
    const items = one.items === undefined ? [] : compareSchema(`${name}[]`, one.items, other.items, way, depth + 1);
    return [...compareTypes(name, one, other, way), ...compareRequired(name, one, other, way), ...fields, ...items];
  };
  return Object.entries(asNode(old.paths)).flatMap(([path, operations]) =>
    Object.entries(asNode(operations)).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const [was, is] = [asNode(operation), asNode(asNode(now.paths)[path])[method]];
      if (is === undefined) return [`${name} is gone`];
      const current = asNode(is);
      const answers = Object.entries(asNode(was.responses)).flatMap(([status, response]) => {
        const answer = asNode(current.responses)[status];
        if (answer === undefined) return [`${name} no longer answers ${status}`];
        return compareSchema(`${name} ${status}`, jsonSchema(response), jsonSchema(answer), 'response');
      });
      const [body, currentBody] = [jsonSchema(was.requestBody), jsonSchema(current.requestBody)];
      return [
        ...compareParameters(name, was, current),
        ...compareSchema(`${name} body`, body, currentBody, 'request'),
        ...answers,
      ];
    }),
  );
}

function compareParameters(name: string, before: Node, after: Node): string[] {
  const keyOf = (parameter: unknown) => `${asNode(parameter).in} ${asNode(parameter).name}`;
  const isRequired = (parameter: unknown) => asNode(parameter).required === true;
  const old = new Set(asList(before.parameters).filter(isRequired).map(keyOf));
  const added = asList(after.parameters).filter((parameter) => isRequired(parameter) && !old.has(keyOf(parameter)));
  return added.map((parameter) => `${name} now requires ${keyOf(parameter)}`);
}

function compareTypes(name: string, old: Node, now: Node, way: Way): string[] {
  const typesOf = (schema: Node) => (schema.type === undefined ? [] : [schema.type].flat());
  const [taken, given] = way === 'request' ? [typesOf(old), typesOf(now)] : [typesOf(now), typesOf(old)];
  const lost = taken.filter((type) => given.length > 0 && !given.includes(type));
  const fate = way === 'request' ? 'taken any more' : 'known to clients';
  const found = lost.length > 0 ? [`${name}: the type ${lost.join(', ')} is not ${fate}`] : [];
  if (way === 'response') return found;
  const removed = asList(old.enum).filter((value) => now.enum !== undefined && !asList(now.enum).includes(value));
  if (removed.length > 0) found.push(`${name}: ${removed.join(', ')} is not taken any more`);
  const bound = (schema: Node, key: string, none: number) => Number(schema[key] ?? none);
  for (const key of ['maxLength', 'maximum', 'maxItems'])
    if (bound(now, key, Number.POSITIVE_INFINITY) < bound(old, key, Number.POSITIVE_INFINITY))
      found.push(`${name}: ${key} is smaller`);
  for (const key of ['minLength', 'minimum', 'minItems'])
    if (bound(now, key, Number.NEGATIVE_INFINITY) > bound(old, key, Number.NEGATIVE_INFINITY))
      found.push(`${name}: ${key} is larger`);
  return found;
}

function compareRequired(name: string, old: Node, now: Node, way: Way): string[] {
  const [required, known] = way === 'request' ? [now.required, old.required] : [old.required, now.required];
  const fields = asList(required).filter((field) => !asList(known).includes(field));
  return fields.map((field) => `${name} ${way === 'request' ? 'now requires' : 'no longer always has'} ${field}`);
}

function jsonSchema(holder: unknown): unknown {
  const content = asNode(asNode(holder).content);
  const type = Object.keys(content).find((name) => name.endsWith('json'));
  return type === undefined ? undefined : asNode(content[type]).schema;
}

function resolve(document: Node, schema: unknown): Node {
  const node = asNode(schema);
  const name = typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined;
  return name === undefined ? node : asNode(asNode(asNode(document.components).schemas)[name]);
}

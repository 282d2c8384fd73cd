type Node = Record<string, unknown>;

const asNode = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}; // checked on this line
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Compares two documents and describes each breaking change in a sentence. */
export function breakingChanges(before: unknown, after: unknown): string[] {
  return new Comparison(asNode(before), asNode(after)).run();
}

class Comparison {
  private readonly found: string[] = [];

  constructor(
    private readonly before: Node,
    private readonly after: Node,
  ) {}

  run(): string[] {
    for (const [path, operations] of Object.entries(asNode(this.before.paths))) {
      for (const [method, operation] of Object.entries(asNode(operations))) {
        const now = asNode(asNode(this.after.paths)[path])[method];
        const name = `${method.toUpperCase()} ${path}`;
        if (now === undefined) this.found.push(`${name} is gone`);
        else this.compareOperation(name, asNode(operation), asNode(now));
      }
    }
    return this.found;
  }

  private compareOperation(name: string, before: Node, after: Node): void {
    this.compareParameters(name, before, after);
    const body = (operation: Node) => jsonSchema(operation.requestBody);
    this.compareSchema(`${name} body`, body(before), body(after), 'request');
    for (const [status, response] of Object.entries(asNode(before.responses))) {
      const now = asNode(after.responses)[status];
      if (now === undefined) this.found.push(`${name} no longer answers ${status}`);
      else this.compareSchema(`${name} ${status}`, jsonSchema(response), jsonSchema(now), 'response');
    }
  }

  private compareParameters(name: string, before: Node, after: Node): void {
    const keyOf = (parameter: unknown) => `${asNode(parameter).in} ${asNode(parameter).name}`;
    const old = new Map(asList(before.parameters).map((parameter) => [keyOf(parameter), asNode(parameter)]));
    for (const parameter of asList(after.parameters)) {
      const isNew = asNode(parameter).required === true && old.get(keyOf(parameter))?.required !== true;
      if (isNew) this.found.push(`${name} now requires ${keyOf(parameter)}`);
    }
  }

  private compareSchema(name: string, before: unknown, after: unknown, way: 'request' | 'response', depth = 0): void {
    if (depth > 12) return;
    const old = resolve(this.before, before);
    const now = resolve(this.after, after);
    this.compareTypes(name, old, now, way);
    this.compareFields(name, old, now, way, depth);
    if (old.items !== undefined) this.compareSchema(`${name}[]`, old.items, now.items, way, depth + 1);
  }

  private compareTypes(name: string, old: Node, now: Node, way: 'request' | 'response'): void {
    const typesOf = (schema: Node) => (schema.type === undefined ? [] : [schema.type].flat());
    const [taken, given] = way === 'request' ? [typesOf(old), typesOf(now)] : [typesOf(now), typesOf(old)];
    const lost = taken.filter((type) => given.length > 0 && !given.includes(type));
    if (lost.length > 0)
      this.found.push(
        `${name}: the type ${lost.join(', ')} is not ${way === 'request' ? 'taken any more' : 'known to clients'}`,
      );
    const removed = asList(old.enum).filter((value) => now.enum !== undefined && !asList(now.enum).includes(value));
    if (way === 'request' && removed.length > 0)
      this.found.push(`${name}: ${removed.join(', ')} is not taken any more`);
    if (way === 'request') this.compareBounds(name, old, now);
  }

  private compareBounds(name: string, old: Node, now: Node): void {
    for (const bound of ['maxLength', 'maximum', 'maxItems']) {
      const was = Number(old[bound] ?? Number.POSITIVE_INFINITY);
      if (Number(now[bound] ?? Number.POSITIVE_INFINITY) < was) this.found.push(`${name}: ${bound} is smaller`);
    }
    for (const bound of ['minLength', 'minimum', 'minItems']) {
      const was = Number(old[bound] ?? Number.NEGATIVE_INFINITY);
      if (Number(now[bound] ?? Number.NEGATIVE_INFINITY) > was) this.found.push(`${name}: ${bound} is larger`);
    }
  }

  private compareFields(name: string, old: Node, now: Node, way: 'request' | 'response', depth: number): void {
    const [required, wasRequired] = way === 'request' ? [now.required, old.required] : [old.required, now.required];
    for (const field of asList(required)) {
      if (asList(wasRequired).includes(field)) continue;
      this.found.push(way === 'request' ? `${name} now requires ${field}` : `${name} no longer always has ${field}`);
    }
    for (const [field, schema] of Object.entries(asNode(old.properties))) {
      const current = asNode(now.properties)[field];
      if (current !== undefined) this.compareSchema(`${name}.${field}`, schema, current, way, depth + 1);
      else if (way === 'response') this.found.push(`${name}.${field} is gone`);
    }
  }
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

/** OpenAPI 3.1 has no `nullable`: null is a type of its own. Nest's decorators still write the word of 3.0. */
export function modernize<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map((entry) => modernize(entry)) as Node; // An array stays an array.
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, value]) => [name, modernize(value)] as const);
  return withNullType(Object.fromEntries(entries)) as Node; // The same members, but for nullable.
}

function withNullType({ nullable, ...schema }: Record<string, unknown>): Record<string, unknown> {
  if (typeof nullable !== 'boolean') return nullable === undefined ? schema : { ...schema, nullable };
  if (!nullable) return schema;
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  const { allOf, ...rest } = schema;
  return Array.isArray(allOf) ? { ...rest, anyOf: [...allOf, { type: 'null' }] } : schema;
}

import type { OpenAPIObject } from '@nestjs/swagger';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Gives each JSON body an example, put together from the examples of its fields; a test replays all of them. */
export function addExamples(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...document.components?.schemas };
  const exampleOf = (schema: unknown): unknown => {
    if (!isNode(schema)) return undefined;
    if (schema.example !== undefined) return schema.example;
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    if (name !== undefined) return exampleOf(schemas[name]);
    if (Array.isArray(schema.allOf)) return exampleOf(schema.allOf[0]);
    if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0]);
    if (isNode(schema.items)) return [exampleOf(schema.items)];
    if (!isNode(schema.properties)) return undefined;
    return Object.fromEntries(Object.entries(schema.properties).map(([field, value]) => [field, exampleOf(value)]));
  };
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isNode(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([name, value]) => [name, name === 'content' ? media(value) : visit(value)]),
    );
  };
  const media = (content: unknown): unknown => {
    if (!isNode(content)) return content;
    return Object.fromEntries(
      Object.entries(content).map(([type, body]) => {
        const example = isNode(body) && type.endsWith('json') ? exampleOf(body.schema) : undefined;
        return [type, isNode(body) && example !== undefined ? { ...body, example: body.example ?? example } : body];
      }),
    );
  };
  return { ...document, paths: visit(document.paths) as OpenAPIObject['paths'] }; // The same paths, with examples.
}

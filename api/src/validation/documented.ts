/** What the API's document shows of a field: a definition of kit/contracts has it. */
export interface Documented<Example = string> {
  readonly example: Example;
  readonly description?: string;
}

/** A definition says more than the document has room for. */
export function shown({ example, description }: Documented<unknown>) {
  return description === undefined ? { example } : { example, description };
}

// How pg writes values as text; its package has the file and names it, without a type.
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): unknown;
}

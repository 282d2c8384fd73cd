/**
 * The part of zod that describes forms, calls and stored drafts, in a module that a page loads once. Use it as `import * as
 * z from 'kit/schema'`. Code that only runs on servers uses all of `zod/mini`.
 */
export type { infer, output, ZodMiniNullable, ZodMiniObject, ZodMiniOptional, ZodMiniType } from 'zod/mini';
export {
  array,
  boolean,
  catch,
  enum,
  extend,
  int,
  literal,
  maximum,
  maxLength,
  minimum,
  minLength,
  nullish,
  number,
  object,
  pipe,
  refine,
  regex,
  string,
  toUpperCase,
  transform,
  trim,
} from 'zod/mini';

/**
 * The part of zod that forms, calls and kept drafts are described with, as a module that a page loads once. Use it as
 * `import * as z from 'kit/schema'`. What runs on servers alone takes all of `zod/mini`.
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

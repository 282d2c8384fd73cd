import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import * as z from 'zod/mini';
import { defineSealedToken } from '../keys/sealed-token.ts';

const previewSchema = z.strictObject({
  /** Release ids only, so that a link can never bring code from elsewhere. */
  releases: z
    .record(z.string().check(z.regex(partNamePattern)), z.string().check(z.regex(releaseIdPattern)))
    .check(z.refine((releases) => Object.keys(releases).length > 0)),
  /** Milliseconds since 1970. */
  expires: z.int().check(z.positive()),
});

/** Shows whoever holds it these releases until it expires; a token that is none gets the visitor the live site. */
export const { create: createPreviewToken, parse: parsePreviewToken } = defineSealedToken({
  purpose: 'preview-1',
  schema: previewSchema,
});

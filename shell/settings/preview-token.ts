import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { defineSignedToken } from 'kit/server/signed-token';
import * as z from 'zod/mini';

const previewSchema = z.strictObject({
  /** Release ids by remote. They are ids only, so that a link can never bring code from elsewhere. */
  releases: z
    .record(z.string().check(z.regex(partNamePattern)), z.string().check(z.regex(releaseIdPattern)))
    .check(z.refine((releases) => Object.keys(releases).length > 0)),
  /** Milliseconds since 1970. */
  expires: z.int().check(z.positive()),
});

/** Shows these releases to whoever holds the token, until it expires. With an invalid token a visitor gets the live site. */
export const { create: createPreviewToken, parse: parsePreviewToken } = defineSignedToken({
  purpose: 'preview-1',
  schema: previewSchema,
});

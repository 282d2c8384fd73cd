import * as z from 'zod/mini';

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const spelling = new RegExp(
  String.raw`^(?:(?:https|wss)://${label}(?:\.${label})*|http://(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$`,
);

/**
 * Whether a text is an origin that a remote may be granted, in the one spelling that browsers compare (RFC 6454): `https://` or
 * `wss://`, a host in small letters, and a port only where it is not the default one. `http://localhost` and `http://127.0.0.1`
 * are for development. Nothing in it can end a directive of a Content-Security-Policy.
 */
export function isOrigin(text: string): boolean {
  return text.length <= 200 && spelling.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Describes what {@link isOrigin} accepts, for the end of a sentence. */
export const originWords =
  'an origin such as https://api.example or https://api.example:8443, in small letters, without path and wildcard';

export const originSchema = z.string().check(z.refine(isOrigin, `must be ${originWords}`));

const ofPage = z.optional(
  z
    .array(originSchema.check(z.refine((origin) => !origin.startsWith('wss:'), 'wss:// is for "connect" alone')))
    .check(z.minLength(1), z.maxLength(10)),
);

/** The external origins that the pages of a remote use: `origins` in its `package.json` and in its release record. */
export const remoteOriginsSchema = z.strictObject({
  /** For `fetch`, `EventSource` and `WebSocket`. */
  connect: z.optional(z.array(originSchema).check(z.minLength(1), z.maxLength(10))),
  /** For `iframe`. */
  frame: ofPage,
  /** For pictures, sound and video. */
  media: ofPage,
});

export type RemoteOrigins = z.infer<typeof remoteOriginsSchema>;

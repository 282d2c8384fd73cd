import * as z from 'zod/mini';
import { parseJson } from '../parse-json.ts';

const servingSchema = z.object({
  /** The revision that its pages are of: behind that of the head while releases are loaded. */
  revision: z.int().check(z.nonnegative()),
  /** Since when, by the server's own clock, ISO 8601. */
  since: z.string().check(z.maxLength(40)),
  /** Of the server program. */
  version: z.string().check(z.maxLength(100)),
  /** Releases that it serves in the place of live ones, by remote: those could not be read. */
  instead: z.record(z.string(), z.string()),
});

const headSchema = z.object({
  /** The revision in effect there. */
  revision: z.int().check(z.nonnegative()),
  /** The version of each module that its shell provides. */
  sharedModules: z.record(z.string(), z.string()),
  serving: servingSchema,
});

/** What a server serves, for people. */
export type ServerServing = Readonly<z.infer<typeof servingSchema>>;

/** What a running server says of itself in the store. */
export type ServerHead = Readonly<z.infer<typeof headSchema>>;

/** A head as it stands in the store. */
export interface StoredHead extends ServerHead {
  /** The name that the server gave itself. */
  server: string;
  /** When it was written, by the clock that the ages of the store are told by, in milliseconds. */
  writtenAt: number;
}

/** More is none of ours, in bytes. */
export const mostHeadBytes = 20_000;

/** More servers than these are not read: the newest say enough. */
export const mostHeads = 200;

/** Null for what is none. */
export function parseHeadText(text: string): ServerHead | null {
  return parseJson(headSchema, text);
}

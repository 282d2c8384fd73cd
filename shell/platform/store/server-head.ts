import * as z from 'zod/mini';
import { parseJson } from '../parse-json.ts';

/** What a running server says of itself in the store. */
export interface ServerHead {
  /** The revision in effect there. */
  revision: number;
  /** The version of each module that its shell provides; null of a server that does not say so. */
  sharedModules: Readonly<Record<string, string>> | null;
  /** What people want to know of it; null of a server of before that was said. */
  serving: ServerServing | null;
}

/** What a server serves, for people. */
export interface ServerServing {
  /** The revision that its pages are of: behind `revision` while releases are loaded. */
  revision: number;
  /** Since when, by the server's own clock, ISO 8601. */
  since: string;
  /** Of the server program. */
  version: string;
  /** Releases that it serves in the place of live ones, by remote: those could not be read. Stored by this name, which servers of other versions read. */
  instead: Readonly<Record<string, string>>;
}

/** A head as it stands in the store. */
export interface StoredHead extends ServerHead {
  /** The name that the server gave itself. */
  server: string;
  /** When it was written, by the clock that the ages of the store are told by, in milliseconds. */
  writtenAt: number;
}

/** More is none of ours, in bytes. */
const maxHeadBytes = 20_000;

/** More servers than these are not read: the newest say enough. */
export const maxHeads = 200;

const sharedModulesSchema = z.record(z.string(), z.string());
const servingSchema = z.object({
  revision: z.int().check(z.nonnegative()),
  since: z.string().check(z.maxLength(40)),
  version: z.string().check(z.maxLength(100)),
  instead: z.record(z.string(), z.string()),
});

/** The revision first, by itself: that much also a server of before reads. */
export function writeHeadText({ revision, sharedModules, serving }: ServerHead): string {
  if (!sharedModules && !serving) return String(revision);
  const lines = [revision, JSON.stringify(sharedModules), ...(serving ? [JSON.stringify(serving)] : [])];
  return lines.join('\n');
}

/** Null for what is none. */
export function parseHeadText(text: string): ServerHead | null {
  const [revision = '', shared = '', serving = ''] = text.split('\n', 3);
  if (text.length > maxHeadBytes || !/^\d{1,15}$/.test(revision)) return null;
  return {
    revision: Number(revision),
    sharedModules: parseJson(sharedModulesSchema, shared),
    serving: parseJson(servingSchema, serving),
  };
}

import * as z from 'zod/mini';

/** What a running server says of itself in the store. */
export interface ServerHead {
  /** The revision in effect there. */
  revision: number;
  /** The version of each module that its shell provides; null of a server that does not say so. */
  sharedModules: Readonly<Record<string, string>> | null;
}

/** More is none of ours, in bytes. */
export const mostHeadBytes = 20_000;

const sharedModulesSchema = z.record(z.string(), z.string());

/** The revision first, by itself: that much also a server of before reads. */
export function writeHeadText({ revision, sharedModules }: ServerHead): string {
  return sharedModules ? `${revision}\n${JSON.stringify(sharedModules)}` : String(revision);
}

/** Null for what is none. */
export function parseHeadText(text: string): ServerHead | null {
  const [revision = '', shared] = text.split('\n', 2);
  if (!/^\d{1,15}$/.test(revision)) return null;
  return { revision: Number(revision), sharedModules: shared === undefined ? null : parseShared(shared) };
}

function parseShared(text: string): ServerHead['sharedModules'] {
  try {
    return sharedModulesSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

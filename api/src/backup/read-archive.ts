import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import type * as z from 'zod/mini';
import { StartError } from '../process.ts';
import {
  format,
  headName,
  headSchema,
  type Manifest,
  type Member,
  manifestName,
  manifestSchema,
  parts,
} from './manifest.ts';

/** A member that is being read; its content must be read to the end. */
export type ArchiveEntry = Extract extends AsyncIterable<infer Entry> ? Entry : never;

/**
 * Reads a whole archive and checks every member against the manifest before anything is restored.
 * @throws StartError in one sentence for a file that is not our archive, is damaged or truncated, or names a path outside it
 */
export async function checkArchive(file: string): Promise<Manifest> {
  const found: Member[] = [];
  let manifest: Manifest | undefined;
  await eachMember(file, async (name, entry) => {
    if (manifest) throw damaged(file, `it has ${name} after its manifest`);
    if (name === manifestName) manifest = parse(file, manifestSchema, await text(entry));
    else found.push(await readMember(name, entry));
  });
  if (!manifest) throw damaged(file, 'its end is missing');
  refuseDifference(file, manifest.members, found);
  return manifest;
}

/** Yields each member in turn. It checks the first one, which identifies the file. */
export async function eachMember(
  file: string,
  take: (name: string, entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const entries = extract();
  // An error of the pipeline ends the entries and is thrown by them.
  pipeline(createReadStream(file), createGunzip(), entries, () => undefined);
  let isFirst = true;
  try {
    for await (const entry of entries) {
      const { name } = entry.header;
      if (isFirst) {
        if (name !== headName) throw foreign(file);
        refuseOtherFormat(file, parse(file, headSchema, await text(entry)).format);
      } else {
        refusePlace(file, name, entry.header.type ?? 'file');
        await take(name, entry);
      }
      isFirst = false;
    }
  } catch (error) {
    throw isFirst ? describeError(file, error) : cutOff(file, error);
  }
  if (isFirst) throw foreign(file);
}

async function readMember(name: string, entry: ArchiveEntry): Promise<Member> {
  const { type, mode = 0o600 } = entry.header;
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of entry as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
  }
  return { name, mode, size, sha256: type === 'directory' ? null : hash.digest('hex') };
}

function refuseOtherFormat(file: string, found: number): void {
  if (found === format) return;
  throw new StartError(
    `${file} is a backup of format ${found}, and this version reads ${format}: restore it with the version that made it.`,
  );
}

/** Rejects paths outside the restore folder, and members that are neither files nor folders. */
function refusePlace(file: string, name: string, type: string): void {
  const steps = name.split('/');
  const isPlain = !/[\\\0]/.test(name) && !steps.some((step) => ['', '.', '..'].includes(step));
  const isOurs = name === manifestName || (parts as readonly string[]).includes(steps[0] ?? '');
  if (isPlain && isOurs && ['file', 'directory'].includes(type)) return;
  throw new StartError(
    `${file} was not made by "npm run backup": it holds ${JSON.stringify(name)}, a ${type} that no backup has; nothing was changed.`,
  );
}

function refuseDifference(file: string, expected: readonly Member[], found: readonly Member[]): void {
  const line = ({ name, sha256, size, mode }: Member) => `${name} ${sha256} ${size} ${mode}`;
  const there = new Set(found.map(line));
  const missing = expected.find((member) => !there.has(line(member)));
  if (missing) throw damaged(file, `${missing.name} has changed`);
  if (new Set(found.map(({ name }) => name)).size !== expected.length || found.length !== expected.length) {
    throw damaged(file, 'it has members that its manifest does not list');
  }
}

function parse<Schema extends z.ZodMiniType>(file: string, schema: Schema, content: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(content));
  } catch {
    throw damaged(file, 'its description cannot be read');
  }
}

function describeError(file: string, error: unknown): Error {
  if (error instanceof StartError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new StartError(`There is no file ${file}: correct its name.`);
  if (code === 'EACCES' || code === 'EISDIR')
    return new StartError(`${file} cannot be read (${code}): name a backup that this user may read.`);
  return code === 'Z_BUF_ERROR' ? damaged(file, 'it is cut off') : foreign(file);
}

function cutOff(file: string, error: unknown): Error {
  if (error instanceof StartError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && !/^(Z_|ERR_)/.test(code)) return error as Error;
  return damaged(file, code === 'Z_BUF_ERROR' || /unexpected end/i.test(message) ? 'it is cut off' : message);
}

function foreign(file: string): StartError {
  return new StartError(`${file} is no backup of this site: name a file that "npm run backup" wrote.`);
}

function damaged(file: string, why: string): StartError {
  return new StartError(`${file} is damaged (${why}): nothing was changed; take another backup.`);
}

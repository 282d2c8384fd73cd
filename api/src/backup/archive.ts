import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Extract, extract, type Pack, pack } from 'tar-stream';
import * as z from 'zod/mini';
import { flushFolder } from '../database/embedded/durable-writes.ts';
import { StartError } from '../process.ts';

/** Raise it when the layout of an archive changes. */
export const format = 2;

/** The first member of an archive identifies the file before anything else is read. */
export const headName = 'beaconfield-backup.json';
/** The last member; without it an archive is incomplete. */
export const manifestName = 'manifest.json';

/** The tables of a backup, each after those that it references. Migrations record themselves. */
export const tables = [
  'agents',
  'rate_limits',
  'partners',
  'partner_keys',
  'webhook_endpoints',
  'submissions',
  'deliveries',
  'delivery_tries',
  'delivery_channels',
  'reply_addresses',
  'operator_alerts',
  'quarantine_reports',
  'office_entries',
  'office_audit',
  'office_undo',
] as const;

const headSchema = z.object({
  format: z.number(),
  version: z.string(),
  madeAt: z.string(),
});

const memberSchema = z.object({
  name: z.string(),
  /** Null for a folder. */
  sha256: z.nullable(z.string()),
  size: z.number(),
  mode: z.number(),
});
type Member = z.infer<typeof memberSchema>;

const databaseSchema = z.object({
  /** The migrations that made its schema, in order. */
  migrations: z.array(z.string()),
  /** The columns of each table, in the order of its member `database/<table>`, which is in COPY's text format. */
  tables: z.partialRecord(z.enum(tables), z.array(z.string())),
  /** The last value of each sequence; missing for one that has not been used. */
  sequences: z.record(z.string(), z.string()),
});
export type DatabaseManifest = z.infer<typeof databaseSchema>;

const manifestSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  madeAt: z.string(),
  database: z.nullable(databaseSchema),
  /** A bucket is only named, not copied. */
  releases: z.object({ store: z.string() }),
  members: z.array(memberSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The top level of an archive. Everything except the database has the same place in DATA_DIR. */
const parts = ['keys', 'mail', 'releases', 'site.json', 'database'] as const;

/** The same modification time for every member; nothing depends on it. */
const mtime = new Date(0);

/**
 * Writes an archive to a temporary name and renames it after everything is on disk. Only this user can read it from its
 * first byte on, because it holds keys.
 */
export class ArchiveWriter {
  readonly members: Member[] = [];
  readonly unfinished: string;
  readonly #file: string;
  readonly #tar: Pack = pack();
  readonly #written: Promise<void>;

  constructor(file: string) {
    this.#file = file;
    this.unfinished = `${file}.${process.pid}.unfinished`;
    const out = createWriteStream(this.unfinished, { mode: 0o600, flags: 'wx', flush: true });
    // Most content is already compressed, and the database's machine needs its CPU.
    this.#written = pipeline(this.#tar, createGzip({ level: 1 }), out);
    this.#written.catch((error: unknown) => this.#tar.destroy(error instanceof Error ? error : undefined));
  }

  async addFolder(name: string, mode: number): Promise<void> {
    await this.#entry({ name, mode, type: 'directory', size: 0 }, Readable.from([]));
    this.members.push({ name, sha256: null, size: 0, mode });
  }

  addFile(name: string, content: Buffer, mode = 0o600): Promise<void> {
    return this.addStream(name, Readable.from([content]), content.length, mode);
  }

  async addStream(name: string, content: Readable, size: number, mode = 0o600): Promise<void> {
    const sha256 = await this.#entry({ name, mode, type: 'file', size }, content);
    this.members.push({ name, sha256, size, mode });
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#entry({ name, mode: 0o600, type: 'file', size: bytes.length }, Readable.from([bytes]));
  }

  async finish(): Promise<void> {
    this.#tar.finalize();
    await this.#written;
    renameSync(this.unfinished, this.#file);
    flushFolder(dirname(this.#file));
  }

  async abandon(): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => undefined);
    rmSync(this.unfinished, { force: true });
  }

  async #entry(
    header: { name: string; mode: number; type: 'file' | 'directory'; size: number },
    content: Readable,
  ): Promise<string> {
    const hash = createHash('sha256');
    content.on('data', (piece: Buffer) => hash.update(piece));
    await Promise.race([this.#written, pipeline(content, this.#tar.entry({ ...header, mtime }))]);
    return hash.digest('hex');
  }
}

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
  pipeline(createReadStream(file), createGunzip(), entries).catch(() => undefined);
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

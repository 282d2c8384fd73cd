import { releaseLimits } from 'kit/contracts/squad/limits';
import { integrityOf } from 'kit/squad/release/content-id';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import * as z from 'zod/mini';
import { recordFile, signatureFile } from '../../release/release-files.ts';
import { isSourceMap } from '../../release/source-maps.ts';

/** Written once, last of all: a release is there when this is. */
const releaseCommitSchema = z
  .strictObject({
    /** Record and signature, as text: no two publishers' can be mixed. */
    inline: z.record(z.string().check(z.refine(isInline, 'must be the record or its signature')), z.string()),
    /** Everything else of the release, by path: whoever writes into the bucket decides on it, and on no other place of a disk. */
    files: z.record(
      z.string().check(z.refine(isInside, 'must stay inside the release')),
      z.strictObject({
        /** SHA-384, as in a record. */
        integrity: z.string(),
        bytes: z.int().check(z.nonnegative()),
        /** No browser may have it: a CDN over the bucket never meets it. */
        isPrivate: z.boolean(),
      }),
    ),
  })
  .check(
    z.refine(({ files }) => Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) <= releaseLimits.bytes, {
      path: ['files'],
      message: `must take at most ${releaseLimits.bytes / 1e6} MB`,
    }),
  );

export type ReleaseCommit = z.infer<typeof releaseCommitSchema>;
export type CommittedFile = ReleaseCommit['files'][string];

/** On any disk: Windows takes a backslash for a slash. */
function isInside(path: string): boolean {
  return !/[\\\0]/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part));
}

function isInline(path: string): boolean {
  return path === recordFile || path === signatureFile;
}

/** Throws the end of a sentence when it is damaged. */
export function parseCommit(text: string): ReleaseCommit {
  return parseWithWords(releaseCommitSchema, JSON.parse(text));
}

export function buildCommit(files: ReadonlyMap<string, Buffer | string>): ReleaseCommit {
  const publicFiles = publicFilesOf(files);
  const entries = [...files].filter(([path]) => !isInline(path));
  const describe = (path: string, content: Buffer): CommittedFile => ({
    integrity: integrityOf(content),
    bytes: content.length,
    isPrivate: !publicFiles.has(path),
  });
  return {
    inline: Object.fromEntries(
      [...files].filter(([path]) => isInline(path)).map(([path, text]) => [path, String(text)]),
    ),
    files: Object.fromEntries(entries.map(([path, content]) => [path, describe(path, Buffer.from(content))])),
  };
}

const recordPartSchema = z.object({ files: z.record(z.string(), z.unknown()), serverEntry: z.string() });

/** What the record lets browsers have: its files without the code that renders its pages on the server, and source maps. */
function publicFilesOf(files: ReadonlyMap<string, Buffer | string>): Set<string> {
  const record = files.get(recordFile);
  const parsed = record === undefined ? undefined : recordPartSchema.safeParse(JSON.parse(String(record))).data;
  return new Set(Object.keys(parsed?.files ?? {}).filter((path) => path !== parsed?.serverEntry && !isSourceMap(path)));
}

/** As a mirror keeps it, behind a hash of it. */
export function writeMirroredCommit(commit: ReleaseCommit): string {
  const text = JSON.stringify(commit);
  return `${integrityOf(Buffer.from(text))}\n${text}`;
}

/** Throws when it is not what was written. */
export function parseMirroredCommit(content: string): ReleaseCommit {
  const end = content.indexOf('\n');
  const text = content.slice(end + 1);
  if (integrityOf(Buffer.from(text)) !== content.slice(0, end)) throw new Error('its content does not match its hash');
  return parseCommit(text);
}

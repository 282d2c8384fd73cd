import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ReleaseRecord, ShellParts } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { type LoadedRelease, readReleaseFile } from '../release/release-files.ts';
import { isSourceMap } from '../release/source-maps.ts';
import { ReleaseError } from '../release-error.ts';

/** A release of the shell, whole and in memory: what pages are made with must not fail behind the first of them. */
export interface StoredShell {
  record: ReleaseRecord;
  parts: ShellParts;
  /** The script that stands in every page. */
  boot: string;
  /** The host's bundle, which renders pages. */
  rendererCode: string;
  /** What browsers may have of it, by name. */
  files: ReadonlyMap<string, Buffer>;
}

/**
 * Reads a release of the shell, every file of it by its hash. Who signed it is for the caller to ask.
 *
 * @throws ReleaseError `release-damaged` for one that cannot be used as it is, `shell-kind` for one that needs another server
 * program.
 */
export async function readShell(release: LoadedRelease, { documents }: { documents: number }): Promise<StoredShell> {
  const { record } = release;
  const { shell: parts } = record;
  const name = `${record.remote} ${record.id}`;
  if (!parts) throw new ReleaseError('release-damaged', `${name} is no release of the ${shellName}.`);
  const problem = documentsProblem(parts, documents);
  if (problem !== null) throw new ReleaseError('shell-kind', `${name} ${problem}.`);
  const files = new Map(
    await Promise.all(
      Object.keys(record.files)
        .filter((path) => !isSourceMap(path))
        .map(async (path) => [path, await readReleaseFile(release, path)] as const),
    ),
  );
  const textOf = (path: string) => files.get(path)?.toString('utf8') ?? '';
  const [boot, rendererCode] = [textOf(parts.boot), textOf(record.serverEntry)];
  // Inlined, it would end where the page has its end.
  if (/<\/script|<!--/i.test(boot)) {
    throw new ReleaseError('release-damaged', `${name} has a boot script that would end its own element.`);
  }
  await checkCompressed(name, files);
  files.delete(record.serverEntry);
  return { record, parts, boot, rendererCode, files };
}

/** The name of a file's brotli form, which a build leaves beside it. */
export function compressedName(file: string): string {
  return `${file}.br`;
}

/** Browsers would hold what they get against the hash of the file. */
async function checkCompressed(name: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [file, content] of files) {
    const compressed = files.get(compressedName(file));
    if (!compressed) continue;
    const maxOutputLength = content.length + 1;
    const decoded = await promisify(brotliDecompress)(compressed, { maxOutputLength }).catch(() => null);
    if (decoded?.equals(content)) continue;
    throw new ReleaseError('release-damaged', `${compressedName(file)} of ${name} is not a form of ${file}.`);
  }
}

/** Why a server program cannot make pages with a shell, as the end of a sentence; null when it can. */
export function documentsProblem({ documents }: ShellParts, written: number): string | null {
  if (documents === written) return null;
  return `comes alive in documents of kind ${documents}; this server program writes kind ${written}`;
}

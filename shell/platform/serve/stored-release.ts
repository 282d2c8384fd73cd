import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { BrowserRelease } from 'kit/contracts/composition';
import type { ReleaseRecord, ShellParts } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { ownerOfPath } from 'kit/squad/rules/path-owner';
import {
  describeForBrowser,
  isSourceMap,
  type LoadedRelease,
  loadRelease,
  publisherOf,
  readReleaseFile,
  readServerCode,
  signatureProblem,
  sourceMapOf,
} from '../log/release-files.ts';
import { mapConcurrently } from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { ReleasePlatform } from './release-policy.ts';

type Platform = Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>;

/** One trusted release in the store. Only files that its record names are read, and only when their hash holds. */
export class StoredRelease {
  readonly #release: LoadedRelease;
  readonly #files = new Map<string, Promise<Buffer>>();
  #serverCode: Promise<string> | undefined;

  private constructor(release: LoadedRelease) {
    this.#release = release;
  }

  /**
   * Opens a release.
   *
   * @throws ReleaseError with a sentence when the store does not hold it, its record is damaged, nobody has signed it who may
   * publish this remote, or it serves paths of others (`untrusted`).
   */
  static async open({ store, policy, chain }: Platform, remote: string, id: string): Promise<StoredRelease> {
    const { rights } = chain;
    const trust = { store, rights, at: null };
    let release = await loadRelease(store, remote, id);
    let problem = await signatureProblem(trust, release);
    // The local copy may be of a publication that was replaced, or be damaged in its signature.
    if (problem !== null) {
      release = await loadRelease(store, remote, id, { fresh: true });
      problem = await signatureProblem(trust, release);
    }
    if (problem !== null) throw new ReleaseError('untrusted', `${remote} ${id} cannot be trusted: ${problem}.`);
    // What is far away is read whole before anything of it is served, and stays on this machine.
    if (!store.pace.isFree) {
      const opened = release;
      await mapConcurrently(Object.keys(release.record.files), 16, (path) => readReleaseFile(opened, path));
    }
    const table = { namespaces: rights.namespaces, reserved: policy.reserved };
    const foreign = release.record.routes.find(({ path }) => ownerOfPath(table, path) !== remote);
    if (!foreign) return new StoredRelease(release);
    throw new ReleaseError(
      'untrusted',
      `${remote} ${id} wants to serve ${foreign.path}, which is not a path of ${remote}.`,
    );
  }

  get record(): ReleaseRecord {
    return this.#release.record;
  }

  /** What a browser needs to load this release. */
  get browser(): BrowserRelease {
    return describeForBrowser(this.record);
  }

  /** The content of a file that browsers may have; undefined for everything else. */
  file(name: string): Promise<Buffer> | undefined {
    if (!Object.hasOwn(this.record.files, name) || name === this.record.serverEntry || isSourceMap(name))
      return undefined;
    const known = this.#files.get(name);
    if (known) return known;
    const content = readReleaseFile(this.#release, name);
    content.catch(() => this.#files.delete(name));
    this.#files.set(name, content);
    return content;
  }

  /** The source map of one of its scripts, which no browser may have; null where the release brought none. */
  async sourceMap(script: string): Promise<string | null> {
    const name = sourceMapOf(script);
    return Object.hasOwn(this.record.files, name) ? String(await readReleaseFile(this.#release, name)) : null;
  }

  /** The code that renders its pages on the server, checked against the record. */
  serverCode(): Promise<string> {
    const code = this.#serverCode ?? readServerCode(this.#release);
    this.#serverCode = code;
    code.catch(() => {
      this.#serverCode = undefined;
    });
    return code;
  }

  /** What pages are made with, of a release of the shell: read whole, each time. Rejects in words, see {@link readShell}. */
  shell({ shell }: Pick<Platform['policy'], 'shell'>): Promise<StoredShell> {
    return readShell(this.#release, shell);
  }

  /** Reads everything ahead, half a megabyte: a store that goes away takes nothing of a live release with it. */
  async preload(): Promise<void> {
    const files = Object.keys(this.record.files).map((name) => this.file(name));
    await Promise.allSettled([...files, this.serverCode()]);
  }
}

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
function documentsProblem({ documents }: ShellParts, written: number): string | null {
  if (documents === written) return null;
  return `comes alive in documents of kind ${documents}; this server program writes kind ${written}`;
}

/** The names of the keys that the live releases count by, by remote; null where one does not count, or is not there. */
export async function publishersOf({
  store,
  chain,
}: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<ReadonlyMap<string, string | null>> {
  const trust = { store, rights: chain.rights, at: null };
  const states = Object.entries(chain.current?.composition.remotes ?? {});
  return new Map(
    await Promise.all(
      states.map(async ([remote, { live }]): Promise<[string, string | null]> => {
        const release = await loadRelease(store, remote, live).catch(() => null);
        return [remote, release && (await publisherOf(trust, release))];
      }),
    ),
  );
}

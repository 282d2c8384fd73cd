import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { BrowserRelease } from 'kit/contracts/composition';
import type { ReleaseRecord, ShellParts } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { ownerOfPath } from 'kit/squad/rules/path-owner';
import {
  describeForBrowser,
  isPublicFile,
  isSourceMap,
  type LoadedRelease,
  loadRelease,
  readReleaseFile,
  signatureOf,
  sourceMapOf,
} from '../log/release-files.ts';
import { mapConcurrently } from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { ReleasePlatform } from './release-policy.ts';

type Platform = Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>;

/** One trusted release in the store. It reads only files that the record names, and verifies their hashes. */
export class StoredRelease {
  readonly #release: LoadedRelease;
  readonly grantedSlots: readonly string[];
  readonly #files = new Map<string, Promise<Buffer>>();
  #serverCode: Promise<string> | undefined;

  private constructor(release: LoadedRelease, grantedSlots: readonly string[]) {
    this.#release = release;
    this.grantedSlots = grantedSlots;
  }

  /**
   * Opens a release.
   *
   * @throws ReleaseError when the store does not hold it or its record is damaged. `untrusted` when no key that may publish
   * this remote has signed it, or it serves paths of another remote.
   */
  static async open({ store, policy, chain }: Platform, remote: string, id: string): Promise<StoredRelease> {
    const { rights } = chain;
    const trust = { store, rights, at: null };
    let release = await loadRelease(store, remote, id);
    let { key, problem } = await signatureOf(trust, release);
    // The local copy may be outdated or have a damaged signature.
    if (problem !== null) {
      release = await loadRelease(store, remote, id, { fresh: true });
      ({ key, problem } = await signatureOf(trust, release));
    }
    if (problem !== null) throw new ReleaseError('untrusted', `${remote} ${id} cannot be trusted: ${problem}.`);
    // A release of a distant store is cached locally as a whole before any part of it is served.
    if (!store.pace.isFree) {
      const opened = release;
      await mapConcurrently(Object.keys(release.record.files), 16, (path) => readReleaseFile(opened, path));
    }
    const table = { namespaces: rights.namespaces, reserved: policy.reserved };
    const foreign = release.record.routes.find(({ path }) => ownerOfPath(table, path) !== remote);
    if (!foreign) return new StoredRelease(release, release.record.slots ? rights.slotsOf(key) : []);
    throw new ReleaseError(
      'untrusted',
      `${remote} ${id} wants to serve ${foreign.path}, which is not a path of ${remote}.`,
    );
  }

  get record(): ReleaseRecord {
    return this.#release.record;
  }

  get browser(): BrowserRelease {
    return describeForBrowser(this.record);
  }

  /** Returns the content of a public file; undefined for all other names. */
  file(name: string): Promise<Buffer> | undefined {
    if (!isPublicFile(this.record, name)) return undefined;
    const known = this.#files.get(name);
    if (known) return known;
    const content = readReleaseFile(this.#release, name);
    content.catch(() => this.#files.delete(name));
    this.#files.set(name, content);
    return content;
  }

  /** Returns the source map of a script, which is not public; null when the release has none. */
  async sourceMap(script: string): Promise<string | null> {
    const name = sourceMapOf(script);
    return Object.hasOwn(this.record.files, name) ? String(await readReleaseFile(this.#release, name)) : null;
  }

  /** Returns the code that renders its pages on the server, verified against the record. */
  serverCode(): Promise<string> {
    const code = this.#serverCode ?? this.#release.readServerCode();
    this.#serverCode = code;
    code.catch(() => {
      this.#serverCode = undefined;
    });
    return code;
  }

  shell({ shell }: Pick<Platform['policy'], 'shell'>): Promise<StoredShell> {
    return readShell(this.#release, shell);
  }

  /** Reads all files ahead, about half a megabyte, so that an outage of the store does not affect a live release. */
  async preload(): Promise<void> {
    const files = Object.keys(this.record.files).map((name) => this.file(name));
    await Promise.allSettled([...files, this.serverCode()]);
  }
}

/** A release of the shell, completely in memory, so that no page fails later for lack of a file. */
export interface StoredShell {
  record: ReleaseRecord;
  parts: ShellParts;
  /** The inline script of every page. */
  boot: string;
  /** The host's bundle that renders pages. */
  rendererCode: string;
  /** The public files by name. */
  files: ReadonlyMap<string, Buffer>;
}

/** The caller verifies the signature. @throws ReleaseError `release-damaged`, or `shell-kind` for one of another server program */
export async function readShell(release: LoadedRelease, { documents }: { documents: number }): Promise<StoredShell> {
  const { record } = release;
  const { shell: parts } = record;
  const name = `${record.remote} ${record.id}`;
  if (!parts) throw new ReleaseError('release-damaged', `${name} is no release of the ${shellName}.`);
  if (parts.documents !== documents) {
    throw new ReleaseError(
      'shell-kind',
      `${name} comes alive in documents of kind ${parts.documents}; this server program writes kind ${documents}.`,
    );
  }
  const files = new Map(
    await Promise.all(
      Object.keys(record.files)
        .filter((path) => !isSourceMap(path))
        .map(async (path) => [path, await readReleaseFile(release, path)] as const),
    ),
  );
  const textOf = (path: string) => files.get(path)?.toString('utf8') ?? '';
  const [boot, rendererCode] = [textOf(parts.boot), textOf(record.serverEntry)];
  // Such text would end the inline script element early.
  if (/<\/script|<!--/i.test(boot)) {
    throw new ReleaseError('release-damaged', `${name} has a boot script that would end its own element.`);
  }
  await checkCompressed(name, files);
  files.delete(record.serverEntry);
  return { record, parts, boot, rendererCode, files };
}

/** Returns the name of the brotli variant of a file, which the build writes into the same folder. */
export function compressedName(file: string): string {
  return `${file}.br`;
}

/** Verifies that each brotli variant decodes to its file. Browsers check the hash of the decoded file. */
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

/** Returns the name of the key that signed each live release, by remote; null when the release is invalid or missing. */
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
        return [remote, release && (await signatureOf(trust, release)).key];
      }),
    ),
  );
}

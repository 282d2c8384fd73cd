import type { BrowserRelease } from 'kit/contracts/composition';
import type { ReleaseRecord } from 'kit/contracts/release';
import { signatureProblem } from '../keys/release-signature.ts';
import { ownerOfPath } from '../policy/path-owner.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { describeForBrowser } from '../release/browser-release.ts';
import { type LoadedRelease, loadRelease, readReleaseFile } from '../release/release-files.ts';
import { isSourceMap, sourceMapOf } from '../release/source-maps.ts';
import { ReleaseError } from '../release-error.ts';
import { mapConcurrently } from '../storage/object-storage.ts';
import { readShell, type StoredShell } from './stored-shell.ts';

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
    const code = this.#serverCode ?? readReleaseFile(this.#release, this.record.serverEntry).then(String);
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

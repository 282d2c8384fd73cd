import type { BrowserRelease } from 'kit/contracts/composition';
import type { ReleaseRecord } from 'kit/contracts/release';
import { signatureProblem } from '../keys/release-signature.ts';
import { addressOfFile, describeForBrowser } from '../release/browser-release.ts';
import { type LoadedRelease, loadRelease, readReleaseFile } from '../release/release-files.ts';
import { ReleaseError } from '../release-error.ts';
import type { ReleaseStore } from '../store/release-store.ts';

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
   * @throws ReleaseError with a sentence when the store does not hold it, its record is damaged, or nobody whom this
   * installation trusts has signed it.
   */
  static async open(store: ReleaseStore, remote: string, id: string): Promise<StoredRelease> {
    const release = await loadRelease(store, remote, id);
    const problem = await signatureProblem(store.keysFolder, release);
    if (problem === null) return new StoredRelease(release);
    throw new ReleaseError('release-damaged', `${remote} ${id} cannot be trusted: ${problem}.`);
  }

  get record(): ReleaseRecord {
    return this.#release.record;
  }

  /** What a browser needs to load this release. */
  get browser(): BrowserRelease {
    return describeForBrowser(this.record);
  }

  /** The path that browsers ask for a file of it under. */
  addressOf(file: string): string {
    return addressOfFile(this.record, file);
  }

  integrityOf(file: string): string {
    const entry = Object.hasOwn(this.record.files, file) ? this.record.files[file] : undefined;
    if (entry) return entry.integrity;
    throw new ReleaseError('release-damaged', `${this.record.remote} ${this.record.id} has no file ${file}.`);
  }

  /** The content of a file that browsers may have; undefined for everything else. */
  file(name: string): Promise<Buffer> | undefined {
    if (!Object.hasOwn(this.record.files, name) || name === this.record.serverEntry) return undefined;
    const known = this.#files.get(name);
    if (known) return known;
    const content = readReleaseFile(this.#release, name);
    content.catch(() => this.#files.delete(name));
    this.#files.set(name, content);
    return content;
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

  /** Reads everything ahead, half a megabyte: a store that goes away takes nothing of a live release with it. */
  async preload(): Promise<void> {
    const files = Object.keys(this.record.files).map((name) => this.file(name));
    await Promise.allSettled([...files, this.serverCode()]);
  }
}

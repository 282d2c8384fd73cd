import { type Archived, type Archives, archiveName, mostArchiveBytes } from '../release-store.ts';
import type { BucketClient } from './bucket-client.ts';

/** Archives as objects behind one beginning, each written once. */
export class BucketArchives implements Archives {
  readonly #client: BucketClient;
  readonly #start: string;

  constructor(client: BucketClient, name: string) {
    this.#client = client;
    this.#start = `${name}/`;
  }

  add(name: string, bytes: Buffer): Promise<boolean> {
    return this.#client.putOnce(this.#key(name), bytes);
  }

  async read(name: string): Promise<Buffer | null> {
    return (await this.#client.get(this.#key(name), { mostBytes: mostArchiveBytes }))?.body ?? null;
  }

  async list(): Promise<Archived[]> {
    const { objects } = await this.#client.list(this.#start);
    return objects.flatMap(({ key, modified }) => {
      const name = key.slice(this.#start.length);
      return archiveName.test(name) ? [{ name, added: modified }] : [];
    });
  }

  async remove(name: string): Promise<void> {
    await this.#client.remove(this.#key(name));
  }

  #key(name: string): string {
    if (!archiveName.test(name)) throw new Error(`"${name}" is no name of an archive.`);
    return this.#start + name;
  }
}

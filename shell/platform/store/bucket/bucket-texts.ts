import { inBatches } from '../in-batches.ts';
import type { ReplaceableNotes } from '../release-store.ts';
import type { BucketClient } from './bucket-client.ts';
import { fetchedAtOnce } from './bucket-revision-log.ts';
import type { ListedObject } from './listed-objects.ts';

interface Known {
  etag: string;
  text: string;
}

type NamedObject = ListedObject & { name: string };

interface DatedText {
  name: string;
  text: string;
  /** By the store's clock, in milliseconds since 1970. */
  modified: number;
}

/** Notes, reports and the like: small texts as objects behind one beginning; those that have not changed are not fetched again. */
export class BucketTexts implements ReplaceableNotes {
  readonly #client: BucketClient;
  readonly #name: string;
  #known = new Map<string, Known>();

  constructor(client: BucketClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** False when there is one of that name. */
  add(name: string, text: string): Promise<boolean> {
    return this.#client.putOnce(this.#key(name), Buffer.from(text));
  }

  replace(name: string, text: string): Promise<void> {
    return this.#client.put(this.#key(name), Buffer.from(text));
  }

  async remove(name: string): Promise<void> {
    await this.#client.remove(this.#key(name));
  }

  /** By name. */
  async readAll(): Promise<ReadonlyMap<string, string>> {
    const texts = await this.#readListed((named) => named);
    return new Map(texts.map(({ name, text }) => [name, text]));
  }

  /** The newest of those that were written since a moment of the store's clock, in milliseconds since 1970. */
  readDated({ since, most }: { since: number; most: number }): Promise<DatedText[]> {
    return this.#readListed((named) =>
      named
        .filter(({ modified }) => modified >= since)
        .sort((one, other) => other.modified - one.modified)
        .slice(0, most),
    );
  }

  async #readListed(choose: (named: readonly NamedObject[]) => readonly NamedObject[]): Promise<DatedText[]> {
    const named = await this.#list();
    const texts = await inBatches(choose(named), fetchedAtOnce, async ({ name, key, etag, modified }) => ({
      ...(await this.#read({ name, key, etag })),
      modified,
    }));
    const stillThere = named.flatMap(({ name }) => {
      const known = this.#known.get(name);
      return known ? [[name, known] as const] : [];
    });
    this.#known = new Map([...stillThere, ...texts.map(({ name, etag, text }) => [name, { etag, text }] as const)]);
    return texts.map(({ name, text, modified }) => ({ name, text, modified }));
  }

  async #list(): Promise<NamedObject[]> {
    const start = `${this.#name}/`;
    const { objects } = await this.#client.list(start);
    return objects.flatMap((object) => {
      const name = /^([\w-][\w.-]*)\.json$/.exec(object.key.slice(start.length))?.[1];
      return name ? [{ name, ...object }] : [];
    });
  }

  /** Empty where it went away meanwhile. */
  async #read({ name, key, etag }: { name: string; key: string; etag: string }): Promise<Known & { name: string }> {
    const known = this.#known.get(name);
    if (known?.etag === etag) return { name, ...known };
    const object = await this.#client.get(key);
    return { name, etag: object?.etag ?? '', text: object?.body.toString('utf8') ?? '' };
  }

  #key(name: string): string {
    return `${this.#name}/${name.replaceAll(/[^\w.-]/g, '_')}.json`;
  }
}

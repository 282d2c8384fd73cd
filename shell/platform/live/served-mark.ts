import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import * as z from 'zod/mini';
import { messageOf } from '../message-of.ts';
import type { ReleaseChain } from '../state/release-chain.ts';
import { replaceFile } from '../storage/durable-files.ts';
import type { ReleaseStore } from '../store/release-store.ts';

const markSchema = z.object({ revision: z.int().check(z.positive()), sha256: z.string() });

type Mark = z.infer<typeof markSchema>;

/**
 * The highest revision that servers of this data folder have served, kept beside their keys and not in the store: a server
 * that starts anew on a store whose newest revisions were taken away would otherwise take the older ones for all there is.
 */
export class ServedMark {
  readonly #file: string;
  #problem: string | null = null;

  constructor({ keysFolder }: Pick<ReleaseStore, 'keysFolder'>) {
    this.#file = join(keysFolder, 'served-revision.json');
  }

  /** What the store lacks of what was served from here, in a sentence; null when it lacks nothing. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Holds what counts in the store against the mark, and raises it. Rejects when the store cannot be read. */
  async look(chain: Pick<ReleaseChain, 'current' | 'sha256Of' | 'refresh'>): Promise<void> {
    const mark = await this.#read();
    // Another server of this folder may have served meanwhile what this one has not seen yet.
    if (lacks(chain, mark)) await chain.refresh({ whole: true });
    this.#problem = mark && lacks(chain, mark) ? this.#describe(mark, chain) : null;
    const { current } = chain;
    if (this.#problem || !current) return;
    const { revision } = current.composition;
    if (revision > (mark?.revision ?? 0)) await this.#write({ revision, sha256: current.sha256 });
  }

  async #write(mark: Mark): Promise<void> {
    try {
      await makeFolder(join(this.#file, '..'));
      await replaceFile(this.#file, JSON.stringify(mark));
    } catch (error) {
      this.#problem = `What this server serves cannot be noted down (${messageOf(error)}): started anew, it would not notice that the store lost revisions.`;
    }
  }

  #describe({ revision }: Mark, { current }: Pick<ReleaseChain, 'current'>): string {
    const held = current?.composition.revision ?? 0;
    const found =
      held < revision ? `The store holds revision ${held}` : `The store holds another revision ${revision} than before`;
    return `${found}; revision ${revision} was served from here: was a backup restored, or were revisions taken away? Put the missing files back, or, if the site is meant to go on from here, remove keys/served-revision.json of this server's data folder.`;
  }

  /** Null where nothing was served yet, or what is there is no mark: a file that was cut is written anew. */
  async #read(): Promise<Mark | null> {
    try {
      return markSchema.safeParse(JSON.parse(await readFile(this.#file, 'utf8'))).data ?? null;
    } catch {
      return null;
    }
  }
}

function lacks(chain: Pick<ReleaseChain, 'sha256Of'>, mark: Mark | null): boolean {
  return mark !== null && chain.sha256Of(mark.revision) !== mark.sha256;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import * as z from 'zod/mini';
import { fileErrorCode } from '../file-error-code.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { replaceFile } from '../store/durable-files.ts';
import type { ReleaseChain } from '../trust/release-chain.ts';

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

  /** Holds what counts in the store against the mark, and raises it. Rejects when it cannot be read or written. */
  async look(chain: Pick<ReleaseChain, 'current' | 'sha256Of'>): Promise<void> {
    const mark = await this.#read();
    this.#problem = mark && chain.sha256Of(mark.revision) !== mark.sha256 ? this.#describe(mark, chain) : null;
    const { current } = chain;
    if (this.#problem || !current) return;
    const { revision } = current.composition;
    if (revision <= (mark?.revision ?? 0)) return;
    await makeFolder(join(this.#file, '..'));
    await replaceFile(this.#file, JSON.stringify({ revision, sha256: current.sha256 } satisfies Mark));
  }

  #describe({ revision }: Mark, { current }: Pick<ReleaseChain, 'current'>): string {
    const held = current?.composition.revision ?? 0;
    const found =
      held < revision ? `The store holds revision ${held}` : `The store holds another revision ${revision} than before`;
    return `${found}; revision ${revision} was served from here: was a backup restored, or were revisions taken away? Put the missing files back, or, if the site is meant to go on from here, remove keys/served-revision.json of this server's data folder.`;
  }

  /** Null where nothing was served yet, or what is there is no mark: a file that was cut is written anew. */
  async #read(): Promise<Mark | null> {
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if (fileErrorCode(error) === 'ENOENT') return null;
      throw error;
    });
    try {
      return text === null ? null : (markSchema.safeParse(JSON.parse(text)).data ?? null);
    } catch {
      return null;
    }
  }
}

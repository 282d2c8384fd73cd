import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MissingFile } from 'kit/contracts/squad/calls';
import type { FileFrame } from 'kit/contracts/squad/release-upload';
import { makeFolder } from 'kit/server/make-folder';
import type { Publishing } from '../../platform/index.ts';
import { SquadRefusal } from './squad-refusal.ts';

/** Unfinished uploads of one remote. Untouched ones are removed after a day. */
const maxPerRemote = 50;

type Named = Pick<Publishing.CheckedPublication, 'remote' | 'id'>;
type Files = Publishing.CheckedPublication['parsed']['files'];

/**
 * Stores the files of a release on disk until they are complete: `<remote>/<id>/<hash>`, with `.part` for an incomplete
 * file. Nothing else reads them, and a file's name is the hash of its content, so that two senders of one file cannot harm
 * each other.
 */
export class UploadStage {
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  /** The incomplete files of a release, with the number of stored bytes. */
  async missing(release: Named, files: Files): Promise<MissingFile[]> {
    const wanted = new Map(Object.values(files).map(({ integrity, bytes }) => [integrity, bytes]));
    const missing: MissingFile[] = [];
    for (const [integrity, bytes] of wanted) {
      if (bytes === 0 || (await sizeOf(this.#path(release, integrity))) === bytes) continue;
      const offset = (await sizeOf(`${this.#path(release, integrity)}.part`)) ?? 0;
      missing.push({ integrity, bytes, offset: offset < bytes ? offset : 0 });
    }
    return missing;
  }

  /** Creates the folder of a release. @throws SquadRefusal if its remote has too many unfinished uploads. */
  async begin(release: Named): Promise<void> {
    const folder = join(this.#place, release.remote);
    const uploads = await readdir(folder).catch((): string[] => []);
    if (uploads.length >= maxPerRemote && !uploads.includes(release.id)) {
      throw new SquadRefusal(
        { status: 429, code: 'too-many-uploads', retryAfter: 3600 },
        `There are ${uploads.length} unfinished uploads of ${release.remote}: finish them by publishing them again, or wait; what nobody touches goes after a day.`,
      );
    }
    await makeFolder(this.#folder(release));
    await utimes(this.#folder(release), new Date(), new Date());
  }

  /**
   * Stores some bytes of a file. Bytes that are stored already, or that would leave a gap, are ignored. What was stored
   * before an error stays.
   */
  async take(
    release: Named,
    { integrity, offset, total }: FileFrame & { total: number },
    parts: AsyncIterable<Buffer>,
  ): Promise<void> {
    const path = this.#path(release, integrity);
    const unfinished = `${path}.part`;
    const isWanted = (await sizeOf(path)) === null && offset <= ((await sizeOf(unfinished)) ?? 0);
    if (!isWanted) {
      for await (const _ of parts);
      return;
    }
    // Neither truncates the file nor needs it to be there.
    const file = await open(unfinished, constants.O_WRONLY | constants.O_CREAT);
    try {
      let position = offset;
      for await (const part of parts) {
        await file.write(part, 0, part.length, position);
        position += part.length;
      }
    } finally {
      await file.close();
    }
    if ((await sizeOf(unfinished)) !== total) return;
    // A missing file was completed by another upload of the same release.
    await settle(unfinished, path, integrity).catch(unlessGone);
  }

  async readAll(release: Named, files: Files): Promise<Map<string, Buffer>> {
    const contents = new Map<string, Buffer>();
    for (const [path, { integrity, bytes }] of Object.entries(files)) {
      contents.set(path, bytes === 0 ? Buffer.alloc(0) : await readFile(this.#path(release, integrity)));
    }
    return contents;
  }

  async remove(release: Named): Promise<void> {
    await rm(this.#folder(release), { recursive: true, force: true });
  }

  async sweep(before: Date): Promise<void> {
    for (const remote of await readdir(this.#place).catch(() => [])) {
      for (const id of await readdir(join(this.#place, remote)).catch(() => [])) {
        const found = await stat(this.#folder({ remote, id })).catch(() => null);
        if (found && found.mtime < before) await this.remove({ remote, id });
      }
    }
  }

  #folder({ remote, id }: Named): string {
    return join(this.#place, remote, id);
  }

  #path(release: Named, integrity: string): string {
    return join(this.#folder(release), Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex'));
  }
}

/** A file whose hash does not match starts over. */
async function settle(unfinished: string, path: string, integrity: string): Promise<void> {
  const hash = createHash('sha384');
  await pipeline(createReadStream(unfinished), hash);
  if (`sha384-${hash.digest('base64')}` === integrity) await rename(unfinished, path);
  else await rm(unfinished, { force: true });
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

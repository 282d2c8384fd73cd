import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMirroredCommit, type ReleaseCommit } from './release-commit.ts';

interface Copy {
  remote: string;
  id: string;
  bytes: number;
  /** Milliseconds since 1970. */
  usedAt: number;
}

/** What the copies of a mirror take, and which of them must go when that is too much: those that were used longest ago. */
export class MirrorRoom {
  readonly #commits: string;
  readonly #copies = new Map<string, Copy>();
  #pinned: ReadonlySet<string> = new Set();
  #found: Promise<void> | null = null;

  /** Takes the folder of the mirror's commits: a process may find copies of those before it. */
  constructor(commits: string) {
    this.#commits = commits;
  }

  add(remote: string, id: string, commit: ReleaseCommit): void {
    this.#copies.set(`${remote} ${id}`, { remote, id, bytes: bytesOf(commit), usedAt: Date.now() });
  }

  touch(remote: string, id: string): void {
    const copy = this.#copies.get(`${remote} ${id}`);
    if (copy) copy.usedAt = Date.now();
  }

  forget(remote: string, id: string): void {
    this.#copies.delete(`${remote} ${id}`);
  }

  pin(releases: Iterable<string>): void {
    this.#pinned = new Set(releases);
  }

  /** Copies that go so that the others take no more than this; never one that must stay, nor the newest. */
  async whatMustGo(mostBytes: number, newest: string): Promise<Copy[]> {
    this.#found ??= this.#find();
    await this.#found;
    const copies = [...this.#copies].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    let bytes = copies.reduce((sum, [, copy]) => sum + copy.bytes, 0);
    const going: Copy[] = [];
    for (const [name, copy] of copies) {
      if (bytes <= mostBytes) break;
      if (name === newest || this.#pinned.has(name)) continue;
      going.push(copy);
      bytes -= copy.bytes;
    }
    return going;
  }

  async #find(): Promise<void> {
    for (const remote of await readdir(this.#commits).catch(() => [])) {
      for (const file of await readdir(join(this.#commits, remote)).catch(() => [])) {
        const id = file.replace(/\.json$/, '');
        const path = join(this.#commits, remote, file);
        if (this.#copies.has(`${remote} ${id}`)) continue;
        const copy = await readCopy(path).catch(() => null);
        if (copy) this.#copies.set(`${remote} ${id}`, { remote, id, ...copy });
      }
    }
  }
}

async function readCopy(path: string): Promise<Pick<Copy, 'bytes' | 'usedAt'>> {
  const { mtimeMs } = await stat(path);
  return { bytes: bytesOf(parseMirroredCommit(await readFile(path, 'utf8'))), usedAt: mtimeMs };
}

function bytesOf({ files, inline }: ReleaseCommit): number {
  const inlined = Object.values(inline).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, inlined);
}

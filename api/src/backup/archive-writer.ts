import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { flushFolder } from '../database/embedded/durable-writes.ts';
import type { Member } from './manifest.ts';

/** The same modification time for every member; nothing depends on it. */
const mtime = new Date(0);

/**
 * Writes an archive to a temporary name and renames it after everything is on disk. Only this user can read it from its
 * first byte on, because it holds keys.
 */
export class ArchiveWriter {
  readonly members: Member[] = [];
  readonly unfinished: string;
  readonly #file: string;
  readonly #tar: Pack = pack();
  readonly #written: Promise<void>;

  constructor(file: string) {
    this.#file = file;
    this.unfinished = `${file}.${process.pid}.unfinished`;
    const out = createWriteStream(this.unfinished, { mode: 0o600, flags: 'wx', flush: true });
    // Most content is already compressed, and the database's machine needs its CPU.
    this.#written = pipeline(this.#tar, createGzip({ level: 1 }), out);
    this.#written.catch((error: unknown) => this.#tar.destroy(error instanceof Error ? error : undefined));
  }

  async addFolder(name: string, mode: number): Promise<void> {
    await this.#entry({ name, mode, type: 'directory', size: 0 }, Readable.from([]));
    this.members.push({ name, sha256: null, size: 0, mode });
  }

  addFile(name: string, content: Buffer, mode = 0o600): Promise<void> {
    return this.addStream(name, Readable.from([content]), content.length, mode);
  }

  async addStream(name: string, content: Readable, size: number, mode = 0o600): Promise<void> {
    const sha256 = await this.#entry({ name, mode, type: 'file', size }, content);
    this.members.push({ name, sha256, size, mode });
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#entry({ name, mode: 0o600, type: 'file', size: bytes.length }, Readable.from([bytes]));
  }

  async finish(): Promise<void> {
    this.#tar.finalize();
    await this.#written;
    renameSync(this.unfinished, this.#file);
    flushFolder(dirname(this.#file));
  }

  async abandon(): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => undefined);
    rmSync(this.unfinished, { force: true });
  }

  async #entry(
    header: { name: string; mode: number; type: 'file' | 'directory'; size: number },
    content: Readable,
  ): Promise<string> {
    const hash = createHash('sha256');
    content.on('data', (piece: Buffer) => hash.update(piece));
    await Promise.race([this.#written, pipeline(content, this.#tar.entry({ ...header, mtime }))]);
    return hash.digest('hex');
  }
}

import { chownSync, createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { flushFolder } from './durable-writes.ts';

/** Unpacks the tar of a base backup, which comes from our own server, into a folder that is not there yet. */
export async function unpackCluster(tar: Readable, folder: string, user?: { uid: number; gid: number }): Promise<void> {
  makeFolder(folder, user);
  const entries = extract();
  const reading = pipeline(tar, entries);
  reading.catch(() => undefined);
  for await (const entry of entries) {
    const { name, type } = entry.header;
    const path = join(folder, name);
    if (type === 'directory') makeFolder(path, user);
    if (type === 'file') {
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }));
      if (user) chownSync(path, user.uid, user.gid);
    } else entry.resume();
  }
  await reading;
  flushFolder(dirname(folder));
}

function makeFolder(path: string, user?: { uid: number; gid: number }): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user) chownSync(path, user.uid, user.gid);
}

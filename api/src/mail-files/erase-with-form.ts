import { rm } from 'node:fs/promises';
import type { Database } from '../database/database.ts';
import type { Channel } from '../delivery/channel.ts';
import { mailFileOf } from '../delivery/mailer.ts';

const findErased = 'select reference from submissions where purged_at is not null and reference = any($1::text[])';

/** The erased forms among the given references. */
export async function erasedOf(database: Database, references: string[]): Promise<string[]> {
  const rows = await database.run<{ reference: string }>(findErased, [references]);
  return rows.map(({ reference }) => reference);
}

/** Removes a form's mails, including its reply, and leftovers of a killed writer. */
export async function eraseMailFile(dataDir: string, reference: string): Promise<void> {
  const files = [reference, `${reference}-reply`].map((name) => mailFileOf(dataDir, name));
  await Promise.all(files.flatMap((file) => [file, `${file}.part`]).map((file) => rm(file, { force: true })));
}

/**
 * A channel for mail files that leaves no file of a form that was erased during the write. The eraser removes the file
 * after its commit, and this checks after the write, so one of the two sees the other.
 */
export function eraseWithForm<Mail extends Channel>(channel: Mail, database: Database, dataDir: string): Mail {
  const deliver: Channel['deliver'] = async (...args) => {
    await channel.deliver(...args);
    const [{ reference }] = args;
    for (const erased of await erasedOf(database, [reference])) await eraseMailFile(dataDir, erased);
  };
  return { ...channel, deliver };
}

import { rm } from 'node:fs/promises';
import type { Database } from '../database/database.ts';
import type { Channel } from '../delivery/channel.ts';
import { mailFileOf } from '../delivery/mailer.ts';

const findErased = 'select reference from submissions where purged_at is not null and reference = any($1::text[])';

/** Those of the given forms that were erased. */
export async function erasedOf(database: Database, references: string[]): Promise<string[]> {
  const rows = await database.run<{ reference: string }>(findErased, [references]);
  return rows.map(({ reference }) => reference);
}

/** Removes the mails of a form, the reply to it among them, and what a writer that was killed has left of them. */
export async function eraseMailFile(dataDir: string, reference: string): Promise<void> {
  const files = [reference, `${reference}-reply`].map((name) => mailFileOf(dataDir, name));
  await Promise.all(files.flatMap((file) => [file, `${file}.part`]).map((file) => rm(file, { force: true })));
}

/**
 * A channel of mail files that leaves none of a form which was erased while it was written. Whoever erases removes the
 * file after the commit, and this looks after the file is there: one of the two sees the other.
 */
export function eraseWithForm<Mail extends Channel>(channel: Mail, database: Database, dataDir: string): Mail {
  const deliver: Channel['deliver'] = async (...args) => {
    await channel.deliver(...args);
    const [{ reference }] = args;
    for (const erased of await erasedOf(database, [reference])) await eraseMailFile(dataDir, erased);
  };
  return { ...channel, deliver };
}

import { newKey } from '../src/partners/partner-keys.ts';
import type { TestDatabase } from './test-database.ts';

interface AddedPartner {
  name: string;
  keyId: string;
  key: string;
  authorization: Record<string, string>;
}

let count = 0;

/** Adds a partner with one key, like the office's command. */
export async function addPartner(
  { client }: TestDatabase,
  { name = `partner-${++count}`, isTest = false, perMinute = 600 } = {},
): Promise<AddedPartner> {
  const { id, key, hash } = newKey(isTest);
  await client.query(
    `insert into partners (name, posts_per_minute, created_by) values ($1, $2, 'test') on conflict do nothing`,
    [name, perMinute],
  );
  await client.query(
    `insert into partner_keys (id, partner, hash, is_test, created_by) values ($1, $2, $3, $4, 'test')`,
    [id, name, hash, isTest],
  );
  return { name, keyId: id, key, authorization: { Authorization: `Bearer ${key}` } };
}

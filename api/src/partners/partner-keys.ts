import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../database/database.ts';
import { ProblemError } from '../problems/problem-error.ts';
import type { Partner } from './partner.ts';
import { idOfKey, isKeyOf } from './partner-key.ts';

interface KeyRow extends Record<string, unknown> {
  hash: Buffer;
  partner: string;
  is_test: boolean;
  posts_per_minute: number;
  is_revoked: boolean;
  /** Not noted within the last minute: not each request writes a row. */
  is_use_old: boolean;
}

const findKey: Statement = {
  name: 'find-partner-key',
  text: `
    select hash, partner, is_test, posts_per_minute, revoked_at is not null as is_revoked,
      coalesce(last_used_at < now() - interval '1 minute', true) as is_use_old
    from partner_keys join partners on partners.name = partner where id = $1`,
};

const noteUse: Statement = {
  name: 'note-key-use',
  text: 'update partner_keys set last_used_at = now() where id = $1',
};

/** The API keys of partners: only hashes are kept, made and revoked by `npm run office -- partners`. */
@Injectable()
export class PartnerKeys {
  constructor(private readonly database: Database) {}

  /** @throws ProblemError 401 when it is no key of ours, or not any more. */
  async authenticate(key: string): Promise<Partner> {
    const id = idOfKey(key);
    if (id === undefined) throw refused('This is no API key of ours: one looks like bf_live_<12>_<48 characters>.');
    const [row] = await this.database.run<KeyRow>(findKey, [id]);
    // Whether a key was revoked is told only to who has it whole.
    if (!isKeyOf(key, row?.hash) || !row) throw refused('This API key is not known: check that it was copied whole.');
    if (row.is_revoked) throw revoked(id);
    if (row.is_use_old) await this.database.run(noteUse, [id]);
    return { name: row.partner, keyId: id, isTest: row.is_test, postsPerMinute: row.posts_per_minute };
  }

  /** @throws ProblemError 401 when it was revoked since the request began. */
  async checkKey(id: string): Promise<void> {
    const [row] = await this.database.run<KeyRow>(findKey, [id]);
    if (!row || row.is_revoked) throw revoked(id);
  }
}

function revoked(id: string): ProblemError {
  return refused(`The API key ${id} was revoked: ask the office for a new one.`);
}

function refused(message: string): ProblemError {
  return new ProblemError(401, message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
}

import { Injectable } from '@nestjs/common';
import { literal } from 'sequelize';
import { Database } from '../database/database.ts';
import { ProblemError } from '../problems/problem-error.ts';
import type { Partner } from './partner.ts';
import { idOfKey, isKeyOf } from './partner-key.ts';

/** In milliseconds; the last use is not written for each request. */
const noteUseAfterMs = 60_000;

/** The API keys of partners. Only hashes are stored. `npm run office -- partners` creates and revokes keys. */
@Injectable()
export class PartnerKeys {
  constructor(private readonly database: Database) {}

  /** @throws ProblemError 401 for an unknown or revoked key */
  async authenticate(text: string): Promise<Partner> {
    const id = idOfKey(text);
    if (id === undefined) throw refused('This is no API key of ours: one looks like bf_live_<12>_<48 characters>.');
    const { partnerKeys } = this.database;
    const key = await this.database.use(() => partnerKeys.findByPk(id, { include: 'owner' }));
    // Only a caller with the complete key learns that it was revoked.
    if (!isKeyOf(text, key?.hash) || !key?.owner) {
      throw refused('This API key is not known: check that it was copied whole.');
    }
    if (key.revokedAt) throw revoked(id);
    if (Date.now() - (key.lastUsedAt?.getTime() ?? 0) > noteUseAfterMs) {
      await this.database.use(() => key.update({ lastUsedAt: literal('now()') }));
    }
    return { name: key.partner, keyId: id, isTest: key.isTest, postsPerMinute: key.owner.postsPerMinute };
  }

  /** @throws ProblemError 401 if the key was revoked since the request began */
  async checkKey(id: string): Promise<void> {
    const { partnerKeys } = this.database;
    const isValid = await this.database.use(() => partnerKeys.count({ where: { id, revokedAt: null } }));
    if (isValid === 0) throw revoked(id);
  }
}

function revoked(id: string): ProblemError {
  return refused(`The API key ${id} was revoked: ask the office for a new one.`);
}

function refused(message: string): ProblemError {
  return new ProblemError(401, message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
}

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { literal } from 'sequelize';
import { Database } from '../database/database.ts';
import { ProblemError } from '../problems/problem-error.ts';

export interface Partner {
  name: string;
  keyId: string;
  /** Everything that a test key sends is a test. */
  isTest: boolean;
  postsPerMinute: number;
}

export function setPartner(response: Response, partner: Partner): void {
  response.locals.partner = partner;
}

/** Undefined for a request without a key, such as our own forms. */
export function partnerOf(response: Response): Partner | undefined {
  return response.locals.partner;
}

/** @throws ProblemError 401 without a key */
export function requirePartner({ res }: Request): Partner {
  const partner = res && partnerOf(res);
  if (!partner) throw new ProblemError(401, undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
  return partner;
}

/**
 * `bf_live_<id>_<secret>`: secret scanners look for the prefix; the id is public and finds the key; the secret (192 bits)
 * is not stored. With this much entropy a fast hash is safe.
 */
const pattern = /^bf_(live|test)_([0-9a-f]{12})_([0-9a-f]{48})$/;

/** The key itself is shown once. */
export function newKey(isTest: boolean) {
  const id = randomBytes(6).toString('hex');
  const key = `bf_${isTest ? 'test' : 'live'}_${id}_${randomBytes(24).toString('hex')}`;
  return { id, key, hash: hashOfKey(key) };
}

export function idOfKey(text: string): string | undefined {
  return pattern.exec(text)?.[2];
}

function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Takes the same time for every wrong key, and for an unknown id. */
function isKeyOf(key: string, known: Buffer | undefined): boolean {
  return timingSafeEqual(hashOfKey(key), known ?? Buffer.alloc(32)) && known !== undefined;
}

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
    const { partnerKeys } = this.database.models;
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
    const { partnerKeys } = this.database.models;
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

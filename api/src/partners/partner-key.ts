import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * `bf_live_<id>_<secret>`: secret scanners look for the prefix; the id is public and finds the key; the secret (192 bits)
 * is not stored. With this much entropy a fast hash is safe.
 */
const pattern = /^bf_(live|test)_([0-9a-f]{12})_([0-9a-f]{48})$/;

/** A key, or a part of one, anywhere in a text. */
export const keyInText = /bf_(?:live|test)_[0-9a-f]{12}/i;

interface NewKey {
  id: string;
  /** Shown once. */
  key: string;
  hash: Buffer;
}

export function newKey(isTest: boolean): NewKey {
  const id = randomBytes(6).toString('hex');
  const key = `bf_${isTest ? 'test' : 'live'}_${id}_${randomBytes(24).toString('hex')}`;
  return { id, key, hash: hashOfKey(key) };
}

/** Undefined if the text is not a key. */
export function idOfKey(text: string): string | undefined {
  return pattern.exec(text)?.[2];
}

function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Takes the same time for every wrong key, and without a known hash. */
export function isKeyOf(key: string, known: Buffer | undefined): boolean {
  return timingSafeEqual(hashOfKey(key), known ?? Buffer.alloc(32)) && known !== undefined;
}

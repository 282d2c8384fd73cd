import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * `bf_live_<id>_<secret>`: the prefix is what scanners for leaked keys look for, the id finds the key and may be shown,
 * the secret (192 bits) is kept nowhere. So much chance needs no slow hash.
 */
const pattern = /^bf_(live|test)_([0-9a-f]{12})_([0-9a-f]{48})$/;

/** A key, or what is left of one, anywhere in a text. */
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

/** Undefined when the text is no key. */
export function idOfKey(text: string): string | undefined {
  return pattern.exec(text)?.[2];
}

function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** In the same time whatever is wrong; without a known hash, too. */
export function isKeyOf(key: string, known: Buffer | undefined): boolean {
  return timingSafeEqual(hashOfKey(key), known ?? Buffer.alloc(32)) && known !== undefined;
}

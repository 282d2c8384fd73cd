import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Encrypts text for an address of the staff pages, because names and mail addresses must not get into histories and the
 * logs of proxies. Every shell server with the same tokens can decrypt it.
 */
export function hideText(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', cipherKeyOf(key), nonce);
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

/** Gives null for a text that this key did not encrypt. */
export function showText(key: Buffer, hidden: string): string | null {
  const bytes = Buffer.from(hidden, 'base64url');
  if (bytes.length < 28 || hidden.length > 4000) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', cipherKeyOf(key), bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** The key has a purpose of its own, because the same secret signs sessions. */
function cipherKeyOf(key: Buffer): Buffer {
  return createHash('sha256').update('private-text-1\0').update(key).digest();
}

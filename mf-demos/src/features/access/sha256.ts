import { sha256 } from '@noble/hashes/sha2.js';

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. The browser's own function is missing on plain http. */
export function sha256Hex(text: string): string {
  const digest = sha256(new TextEncoder().encode(text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

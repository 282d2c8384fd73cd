/** Creates a version 4 UUID, because `crypto.randomUUID` is missing on plain http. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export interface IdempotencyKeys {
  /** Gives the key for this body. It stays the same while the body does, and changes after an edit. */
  keyFor(body: unknown): string;
  /** Call it after a success: the same body sent again is then a new submission. */
  succeeded(): void;
}

/** Keeps the key of one form, so that sending again after a failure never creates two records of one submission. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let current: { sent: string; key: string } | undefined;
  return {
    keyFor(body) {
      const sent = JSON.stringify(body) ?? '';
      if (current?.sent !== sent) current = { sent, key: createUuid() };
      return current.key;
    },
    succeeded() {
      current = undefined;
    },
  };
}

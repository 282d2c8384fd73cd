/** Creates a version 4 UUID, because `crypto.randomUUID` is missing on plain http. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export interface IdempotencyKeys {
  /** Returns the key of this body: the same key for the same body, a new one after an edit. */
  keyFor(body: unknown): string;
  /** Call it after a success; the same body is then a new submission. */
  succeeded(): void;
}

/** Manages the key of one form, so that a repeated submit after a failure never creates a second record. */
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

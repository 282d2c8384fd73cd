/** Nonces that are kept for one key; a squad needs a few dozen. */
const maxPerKey = 5000;

/**
 * Remembers the nonces of signed requests until their signatures expire, so that no request is accepted twice. Only
 * requests with a valid signature get here, and the number per key is limited, so memory is bounded.
 */
export class SeenNonces {
  readonly #seen = new Map<string, Map<string, number>>();

  /** Returns `full` if this key has sent more requests than a squad needs. Times are in milliseconds since 1970. */
  take(keyId: string, nonce: string, { until, now }: { until: number; now: number }): 'new' | 'replayed' | 'full' {
    const ofKey = this.#seen.get(keyId) ?? new Map<string, number>();
    this.#seen.set(keyId, ofKey);
    if (ofKey.has(nonce)) return 'replayed';
    if (ofKey.size >= maxPerKey) forgetOld(ofKey, now);
    if (ofKey.size >= maxPerKey) return 'full';
    ofKey.set(nonce, until);
    return 'new';
  }
}

function forgetOld(ofKey: Map<string, number>, now: number): void {
  for (const [nonce, until] of ofKey) if (until < now) ofKey.delete(nonce);
}

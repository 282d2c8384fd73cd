/** Of one key within the time that a nonce is kept; a squad makes some dozens. */
const mostOfOneKey = 5000;

/**
 * Remembers the nonces of signed requests for as long as their signatures would be taken, so that none is taken twice. Only
 * who has a key gets here, and of each key so many are kept: memory is bounded.
 */
export class SeenNonces {
  readonly #seen = new Map<string, Map<string, number>>();

  /** `full`: this key has sent more requests than anybody needs. Times are in milliseconds since 1970. */
  take(keyId: string, nonce: string, { until, now }: { until: number; now: number }): 'new' | 'replayed' | 'full' {
    const ofKey = this.#seen.get(keyId) ?? new Map<string, number>();
    this.#seen.set(keyId, ofKey);
    if (ofKey.has(nonce)) return 'replayed';
    if (ofKey.size >= mostOfOneKey) forgetOld(ofKey, now);
    if (ofKey.size >= mostOfOneKey) return 'full';
    ofKey.set(nonce, until);
    return 'new';
  }
}

function forgetOld(ofKey: Map<string, number>, now: number): void {
  for (const [nonce, until] of ofKey) if (until < now) ofKey.delete(nonce);
}

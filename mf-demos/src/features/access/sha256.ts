/** `bits` bits of the fractional part of a root of each prime: where the constants of SHA-256 come from. */
function fractionsOfPrimeRoots(count: number, root: number): Uint32Array {
  const words = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    if (isPrime(candidate)) words[found++] = (candidate ** (1 / root) % 1) * 2 ** 32;
  }
  return words;
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return false;
  return true;
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, in lower case hexadecimal. Written out because the browser's own one
 * is missing on plain http, where this site must work too.
 */
export function sha256Hex(text: string): string {
  const state = fractionsOfPrimeRoots(8, 2);
  const constants = fractionsOfPrimeRoots(64, 3);
  const blocks = pad(new TextEncoder().encode(text));
  for (let offset = 0; offset < blocks.byteLength; offset += 64) digestBlock(state, constants, blocks, offset);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The bytes, a single 1 bit, zeros, and the length in bits as 64 bits (section 5.1.1). */
function pad(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

/** Section 6.2.2. */
function digestBlock(state: Uint32Array, constants: Uint32Array, blocks: DataView, offset: number): void {
  const schedule = new Uint32Array(64);
  // Typed arrays of known length: an index in range is never undefined.
  const at = (words: Uint32Array, index: number) => words[index] as number;
  for (let t = 0; t < 64; t++) {
    if (t < 16) {
      schedule[t] = blocks.getUint32(offset + t * 4);
      continue;
    }
    const w15 = at(schedule, t - 15);
    const w2 = at(schedule, t - 2);
    const small0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const small1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[t] = small1 + at(schedule, t - 7) + small0 + at(schedule, t - 16);
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + at(constants, t) + at(schedule, t)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word;
}

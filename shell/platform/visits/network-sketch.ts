import { createHash } from 'node:crypto';

/**
 * About how many networks were seen, of which none can be told: a bit for each of 512 ways that a sealed network may fall.
 * Sketches of several servers and hours add up, and a network that all of them saw counts once.
 */
export type NetworkSketch = string;

const bits = 512;

export const noNetworks: NetworkSketch = '';

export const networkSketchPattern = /^(?:|[\w-]{86})$/;

/** Adds a network, by a text that is sealed: whoever does not know the seal cannot choose its bit. */
export function withNetwork(sketch: NetworkSketch, network: string): NetworkSketch {
  const bytes = bytesOf(sketch);
  const bit = createHash('sha256').update(network).digest().readUInt16BE() % bits;
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
  return bytes.toString('base64url');
}

/** All networks of several sketches. */
export function addSketches(sketches: readonly NetworkSketch[]): NetworkSketch {
  if (sketches.every((sketch) => sketch === noNetworks)) return noNetworks;
  const sum = Buffer.alloc(bits / 8);
  for (const sketch of sketches)
    for (const [index, byte] of bytesOf(sketch).entries()) sum[index] = (sum[index] ?? 0) | byte;
  return sum.toString('base64url');
}

/** About how many networks a sketch has seen: exact of a few, within 10 % of hundreds, and at most some 3,000. */
export function networksIn(sketch: NetworkSketch): number {
  let empty = bits;
  for (const byte of bytesOf(sketch)) for (let left = byte; left > 0; left &= left - 1) empty -= 1;
  // Linear counting (Whang, Vander-Zanden and Taylor, 1990).
  return Math.round(-bits * Math.log(Math.max(empty, 1) / bits));
}

function bytesOf(sketch: NetworkSketch): Buffer {
  return sketch === noNetworks ? Buffer.alloc(bits / 8) : Buffer.from(sketch, 'base64url');
}

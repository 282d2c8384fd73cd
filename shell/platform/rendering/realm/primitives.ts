import { atob, btoa } from 'node:buffer';
import { URL } from 'node:url';
import { TextDecoder, TextEncoder } from 'node:util';

/**
 * All that code in a realm can do with Node, through functions that take and give strings and numbers alone: an object
 * of Node's own realm would be a way to its constructors. Nobody in the realm gets hold of the functions themselves.
 */
export interface Primitives {
  /** The parts of an address as JSON, in the order of `urlParts`; null for what is none. */
  parseUrl: (url: string, base: string | undefined) => string | null;
  /** An address with one part of it replaced. */
  changeUrl: (url: string, part: string, value: string) => string;
  /** Writes UTF-8 into the bytes and gives their number. */
  encode: (text: string, into: Uint8Array) => number;
  decode: (bytes: Uint8Array) => string;
  toBase64: (binary: string) => string;
  fromBase64: (text: string) => string;
  log: (text: string) => void;
}

/** The parts of a URL, in the order in which {@link Primitives.parseUrl} gives them. */
const urlParts = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const satisfies readonly (keyof URL)[];

/** What can be set of a URL. */
type ChangeablePart = Exclude<(typeof urlParts)[number], 'origin'>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function createPrimitives(log: (text: string) => void): Primitives {
  return {
    parseUrl: (url, base) => {
      const parsed = URL.parse(url, base);
      return parsed && JSON.stringify(urlParts.map((part) => parsed[part]));
    },
    changeUrl: (url, part, value) => {
      const changed = new URL(url);
      if (isChangeable(part)) changed[part] = value;
      return changed.href;
    },
    encode: (text, into) => encoder.encodeInto(text, into).written,
    decode: (bytes) => decoder.decode(bytes),
    toBase64: (binary) => btoa(binary),
    fromBase64: (text) => atob(text),
    log,
  };
}

function isChangeable(part: string): part is ChangeablePart {
  return part !== 'origin' && urlParts.some((known) => known === part);
}

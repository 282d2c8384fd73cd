import type { Primitives } from './primitives.ts';

/**
 * Gives the realm what pages use of the web besides addresses and timers, each class one of the realm's own, and takes from
 * it what could wait, or work on, beside a render. Its text is run inside of the realm: it refers to nothing outside of itself.
 */
export function installWeb({ encode, decode, toBase64, fromBase64, log }: Primitives): void {
  /** An error of Node's own realm, even one of a full stack, must not be caught by a bundle. */
  function call<Result>(work: () => Result): Result {
    try {
      return work();
    } catch {
      throw new TypeError('this cannot be done with what was given');
    }
  }

  class RealmTextEncoder {
    readonly encoding = 'utf-8';
    encode(input: unknown = '') {
      const text = String(input);
      const bytes = new Uint8Array(text.length * 3);
      return bytes.slice(
        0,
        call(() => encode(text, bytes)),
      );
    }
  }

  class RealmTextDecoder {
    readonly encoding = 'utf-8';
    decode(input?: ArrayBuffer | ArrayBufferView) {
      if (input === undefined) return '';
      const bytes = ArrayBuffer.isView(input)
        ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
        : new Uint8Array(input);
      return call(() => decode(bytes));
    }
  }

  class RealmAbortSignal {
    aborted = false;
    reason: unknown = undefined;
    readonly #listeners = new Set<(event: object) => void>();
    addEventListener(type: string, listener: (event: object) => void) {
      if (type === 'abort' && !this.aborted) this.#listeners.add(listener);
    }
    removeEventListener(_: string, listener: (event: object) => void) {
      this.#listeners.delete(listener);
    }
    throwIfAborted() {
      if (this.aborted) throw this.reason;
    }
    static #abort(signal: RealmAbortSignal, reason: unknown) {
      if (signal.aborted) return;
      signal.aborted = true;
      signal.reason = reason ?? new Error('This operation was aborted');
      for (const listener of signal.#listeners) listener({ type: 'abort', target: signal });
      signal.#listeners.clear();
    }
    static readonly Controller = class AbortController {
      readonly signal = new RealmAbortSignal();
      abort(reason?: unknown) {
        RealmAbortSignal.#abort(this.signal, reason);
      }
    };
  }
  const { Controller } = RealmAbortSignal;
  Reflect.deleteProperty(RealmAbortSignal, 'Controller');

  /** Of data as pages hold it: plain objects, lists, dates, maps and sets, also in circles. */
  function structuredClone(value: unknown, known: Map<unknown, unknown> = new Map()): unknown {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('a function cannot be cloned');
    if (typeof value !== 'object' || value === null) return value;
    if (known.has(value)) return known.get(value);
    const remember = <Copy>(copy: Copy) => {
      known.set(value, copy);
      return copy;
    };
    if (value instanceof Date) return remember(new Date(value));
    if (value instanceof Map) {
      const copy = remember(new Map());
      for (const [key, each] of value) copy.set(structuredClone(key, known), structuredClone(each, known));
      return copy;
    }
    if (value instanceof Set) {
      const copy = remember(new Set());
      for (const each of value) copy.add(structuredClone(each, known));
      return copy;
    }
    const copy: Record<string, unknown> = remember(
      Array.isArray(value) ? Object.assign([], { length: value.length }) : {},
    );
    for (const [key, each] of Object.entries(value)) copy[key] = structuredClone(each, known);
    return copy;
  }

  const inWords = (value: unknown) => {
    try {
      if (value instanceof Error) return String(value.stack ?? value.message);
      return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
    } catch {
      return '(what cannot be turned into text)';
    }
  };
  const say = (...values: unknown[]) => {
    const text = values.map(inWords).join(' ').slice(0, 2000);
    call(() => log(text));
  };
  const quiet = () => {};
  const loud = ['log', 'info', 'warn', 'error'];
  const silent = ['debug', 'trace', 'table', 'dir', 'group', 'groupEnd', 'time', 'timeEnd', 'assert', 'count'];
  const console = Object.fromEntries([...loud.map((name) => [name, say]), ...silent.map((name) => [name, quiet])]);

  const globals = {
    TextEncoder: RealmTextEncoder,
    TextDecoder: RealmTextDecoder,
    AbortSignal: RealmAbortSignal,
    AbortController: Controller,
    structuredClone: (value: unknown) => structuredClone(value),
    btoa: (binary: unknown) => call(() => toBase64(String(binary))),
    atob: (text: unknown) => call(() => fromBase64(String(text))),
    console,
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  // They would run behind a render, hold its thread, or make code.
  for (const name of ['FinalizationRegistry', 'Atomics', 'SharedArrayBuffer', 'WebAssembly']) {
    Reflect.deleteProperty(globalThis, name);
  }
}

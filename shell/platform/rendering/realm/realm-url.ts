import type { Primitives } from './primitives.ts';

/**
 * Gives the realm `URL` and `URLSearchParams`, classes of its own over Node's parser. Its text is run inside of the realm: it
 * refers to nothing outside of itself.
 */
export function installUrl({ parseUrl, changeUrl, decode }: Primitives): void {
  /** An error of Node's own realm, even one of a full stack, must not be caught by a bundle. */
  function call<Result>(work: () => Result): Result {
    try {
      return work();
    } catch {
      throw new TypeError('this cannot be done with what was given');
    }
  }

  const decodeQuery = (text: string) => {
    const bytes = text.replaceAll('+', ' ');
    const plain = bytes.replace(/%(?![0-9a-f]{2})/gi, '%25');
    // Broken sequences become replacement characters, as in browsers.
    return plain.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      call(() => decode(Uint8Array.from(run.slice(1).split('%'), (pair) => Number.parseInt(pair, 16)))),
    );
  };
  const encodeQuery = (text: string) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+');

  type Pairs = [name: string, value: string][];

  function readQuery(text: string): Pairs {
    const parts = text.replace(/^\?/, '').split('&');
    return parts
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=');
        return at < 0 ? [decodeQuery(part), ''] : [decodeQuery(part.slice(0, at)), decodeQuery(part.slice(at + 1))];
      });
  }

  function readPairs(init: unknown): Pairs {
    if (init === undefined || init === null) return [];
    if (typeof init !== 'object') return readQuery(String(init));
    const entries = Symbol.iterator in init ? [...(init as Iterable<[unknown, unknown]>)] : Object.entries(init);
    return entries.map(([name, value]) => [String(name), String(value)]);
  }

  class RealmSearchParams {
    #pairs: Pairs;
    #onChange: (() => void) | null = null;

    constructor(init?: unknown) {
      this.#pairs = readPairs(init);
    }

    static ofUrl(text: string, onChange: (query: string) => void): RealmSearchParams {
      const params = new RealmSearchParams(text);
      params.#onChange = () => onChange(params.toString());
      return params;
    }
    static reread(params: RealmSearchParams | null, text: string) {
      if (params) params.#pairs = readQuery(text);
    }

    get size() {
      return this.#pairs.length;
    }
    append(name: unknown, value: unknown) {
      this.#change([...this.#pairs, [String(name), String(value)]]);
    }
    delete(name: unknown, value?: unknown) {
      this.#change(this.#pairs.filter((pair) => !this.#matches(pair, name, value)));
    }
    get(name: unknown) {
      return this.#pairs.find(([known]) => known === String(name))?.[1] ?? null;
    }
    getAll(name: unknown) {
      return this.#pairs.filter(([known]) => known === String(name)).map(([, value]) => value);
    }
    has(name: unknown, value?: unknown) {
      return this.#pairs.some((pair) => this.#matches(pair, name, value));
    }
    set(name: unknown, value: unknown) {
      const at = this.#pairs.findIndex(([known]) => known === String(name));
      if (at < 0) return this.append(name, value);
      const others = this.#pairs.filter(([known], index) => index === at || known !== String(name));
      this.#change(others.map(([known, old], index) => [known, index === at ? String(value) : old]));
    }
    sort() {
      this.#change(this.#pairs.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))));
    }
    forEach(each: (value: string, name: string, params: RealmSearchParams) => void) {
      for (const [name, value] of this.#pairs) each(value, name, this);
    }
    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value] as const;
    }
    *keys() {
      for (const [name] of this.#pairs) yield name;
    }
    *values() {
      for (const [, value] of this.#pairs) yield value;
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`).join('&');
    }

    #matches([known, content]: Pairs[number], name: unknown, value: unknown): boolean {
      return known === String(name) && (value === undefined || content === String(value));
    }

    #change(pairs: Pairs) {
      this.#pairs = pairs;
      this.#onChange?.();
    }
  }

  const { ofUrl, reread } = RealmSearchParams;
  // Known to this function alone.
  for (const name of ['ofUrl', 'reread']) Reflect.deleteProperty(RealmSearchParams, name);

  const partsOf = (url: string, base?: string): string[] | null => {
    const parts = call(() => parseUrl(url, base));
    return parts === null ? null : JSON.parse(parts);
  };
  /** As Node's parser gives them. */
  const names = 'href origin protocol username password host hostname port pathname search hash'.split(' ');
  const searchAt = names.indexOf('search');

  class RealmUrl {
    #parts: readonly string[];
    #searchParams: RealmSearchParams | null = null;

    constructor(url: unknown, base?: unknown) {
      const parts = partsOf(String(url), base === undefined ? undefined : String(base));
      if (!parts) throw new TypeError(`Invalid URL: ${String(url).slice(0, 200)}`);
      this.#parts = parts;
    }

    static {
      for (const [index, name] of names.entries()) {
        Object.defineProperty(RealmUrl.prototype, name, {
          get(this: RealmUrl) {
            return this.#parts[index];
          },
          ...(name === 'origin' ? {} : { set: RealmUrl.#setterOf(name) }),
          configurable: true,
          enumerable: true,
        });
      }
    }
    static #setterOf(name: string) {
      return function set(this: RealmUrl, value: unknown) {
        this.#change(name, String(value));
        reread(this.#searchParams, this.#parts[searchAt] ?? '');
      };
    }
    static canParse(url: unknown, base?: unknown) {
      return partsOf(String(url), base === undefined ? undefined : String(base)) !== null;
    }
    static parse(url: unknown, base?: unknown) {
      return RealmUrl.canParse(url, base) ? new RealmUrl(url, base) : null;
    }
    get searchParams() {
      this.#searchParams ??= ofUrl(this.#parts[searchAt] ?? '', (query) => this.#change('search', query));
      return this.#searchParams;
    }
    toString() {
      return this.#parts[0];
    }
    toJSON() {
      return this.#parts[0];
    }
    #change(name: string, value: string) {
      const changed = partsOf(call(() => changeUrl(this.#parts[0] ?? '', name, value)));
      if (changed) this.#parts = changed;
    }
  }

  for (const [name, value] of Object.entries({ URL: RealmUrl, URLSearchParams: RealmSearchParams })) {
    Object.defineProperty(value, 'name', { value: name });
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}

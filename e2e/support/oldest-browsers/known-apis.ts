import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier, SupportBlock } from '@mdn/browser-compat-data/types';

const ofLanguage = new Map<string, Identifier>(entriesOf(bcd.javascript.builtins));

/** Objects and functions that a script finds by their name, with what they hold: of the language and of the browser. */
const globals = new Map<string, Identifier>([...entriesOf(bcd.api.Window), ...entriesOf(bcd.api), ...ofLanguage]);

/** Objects that are there from the start, by the interface whose members they have. */
const instances: Readonly<Record<string, string>> = {
  document: 'Document',
  navigator: 'Navigator',
  performance: 'Performance',
  crypto: 'Crypto',
  history: 'History',
  location: 'Location',
  screen: 'Screen',
};

const methods = indexMethods();

/** Where a global is there; undefined for what is none. */
export function supportOfGlobal(name: string): SupportBlock | undefined {
  return globals.get(name)?.__compat?.support;
}

/** Where a member of a global object is there: `Promise.any`, `AbortSignal.timeout`, `navigator.clipboard`. */
export function supportOfMember(global: string, member: string): SupportBlock | undefined {
  const instance = instances[global];
  if (instance) return memberOf(globals.get(instance), member);
  const holder = globals.get(global);
  return (memberOf(holder, `${member}_static`) ?? memberOf(holder, member)) as SupportBlock | undefined;
}

/** Where a method of that name is there, for every object that has one. */
export function supportsOfMethod(name: string): readonly SupportBlock[] {
  return methods.get(name) ?? [];
}

/** What a browser has by its name: global, member of it or of its prototype, and where it is there. */
export interface KnownApi {
  global: string;
  /** The language's data do not say whether a member is one of the object or of its prototype. */
  member?: { name: string; of: 'object' | 'prototype' | 'either' };
  support: SupportBlock;
}

/** Every global and every member of one. */
export function* knownApis(): Generator<KnownApi> {
  for (const [global, identifier] of globals) {
    if (identifier.__compat) yield { global, support: identifier.__compat.support };
    for (const [key, member] of entriesOf(identifier)) {
      const name = key.replace(/_static$/, '');
      if (!member.__compat || !/^\w+$/.test(name) || name.endsWith('_event')) continue;
      const ofBrowser = name === key ? 'prototype' : 'object';
      const of = ofLanguage.has(global) ? 'either' : ofBrowser;
      yield { global, member: { name, of }, support: member.__compat.support };
    }
  }
}

function indexMethods(): Map<string, SupportBlock[]> {
  const index = new Map<string, SupportBlock[]>();
  for (const { member, support } of knownApis()) {
    if (member) index.set(member.name, [...(index.get(member.name) ?? []), support]);
  }
  return index;
}

function memberOf(holder: Identifier | undefined, name: string): SupportBlock | undefined {
  return holder && Object.hasOwn(holder, name) ? (holder[name] as Identifier).__compat?.support : undefined;
}

function entriesOf(identifier: Identifier | undefined): [string, Identifier][] {
  // Of its keys only this one is no identifier.
  return Object.entries(identifier ?? {}).filter(([key]) => key !== '__compat') as [string, Identifier][];
}

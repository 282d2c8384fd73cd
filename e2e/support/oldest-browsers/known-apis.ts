import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier, SupportBlock } from '@mdn/browser-compat-data/types';

const ofLanguage = new Map<string, Identifier>(entriesOf(bcd.javascript.builtins));

/** The globals of the language and of the browser with their members. */
const globals = new Map<string, Identifier>([...entriesOf(bcd.api.Window), ...entriesOf(bcd.api), ...ofLanguage]);

/** Global objects, and the interface that defines their members. */
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

/** The support of a global; undefined if there is none with this name. */
export function supportOfGlobal(name: string): SupportBlock | undefined {
  return globals.get(name)?.__compat?.support;
}

/** The support of a member of a global: `Promise.any`, `AbortSignal.timeout`, `navigator.clipboard`. */
export function supportOfMember(global: string, member: string): SupportBlock | undefined {
  const instance = instances[global];
  if (instance) return memberOf(globals.get(instance), member);
  const holder = globals.get(global);
  return (memberOf(holder, `${member}_static`) ?? memberOf(holder, member)) as SupportBlock | undefined;
}

/** The support of all methods with this name, of any object. */
export function supportsOfMethod(name: string): readonly SupportBlock[] {
  return methods.get(name) ?? [];
}

/** A global, or a member of it or of its prototype, and its support. */
export interface KnownApi {
  global: string;
  /** The language's data do not say whether a member belongs to the object or to its prototype. */
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
  // The cast is safe: every key except this one is an identifier.
  return Object.entries(identifier ?? {}).filter(([key]) => key !== '__compat') as [string, Identifier][];
}

import { decodePublicKey, keyIdOfText } from '../keys/keys.ts';
import { type KeyRights, type RightsContent, rightsOf } from '../keys/rights.ts';
import type { RightsAction } from '../log/revision.ts';
import { ReleaseError } from '../storage/release-error.ts';

type Changed = Omit<RightsContent, 'revision' | 'sha256'>;

/** `at` is the time of the act, ISO 8601. @throws ReleaseError if the rights do not allow it */
export function changeRights(before: RightsContent | null, action: RightsAction, at: string): Changed {
  if (action.type === 'found') {
    const { root, keys, namespaces, budget } = action;
    for (const { publicKey } of Object.values(keys)) decodePublicKey(publicKey);
    return { root, keys, namespaces, budget, budgets: {} };
  }
  if (!before) throw new ReleaseError('keys', 'Nobody has rights yet.');
  switch (action.type) {
    case 'grant':
      return { ...before, keys: granted(before, action) };
    case 'revoke':
      return { ...before, keys: revoked(before, action, at) };
    case 'rotate-key':
      return { ...before, keys: rotated(before, action, at) };
    case 'rotate-root':
      decodePublicKey(action.root);
      return { ...before, root: action.root };
    case 'paths':
      return { ...before, namespaces: withPath(before, action) };
    case 'budget':
      return { ...before, budgets: { ...before.budgets, [action.remote]: action.budget } };
  }
}

type Of<Type extends RightsAction['type']> = Extract<RightsAction, { type: Type }>;

function granted(before: RightsContent, { type: _, name, ...rights }: Of<'grant'>): RightsContent['keys'] {
  const keyId = keyIdOfText(rights.publicKey);
  const same = rightsOf(before).keyById(keyId);
  if (same && same.name !== name) {
    throw new ReleaseError(
      'keys',
      `This key is on the list already, as ${same.name}${same.revoked ? ', and was revoked' : ''}.`,
    );
  }
  const known = ownKey(before, name);
  if (known && known.publicKey !== rights.publicKey) {
    throw new ReleaseError(
      'keys',
      `There is another key ${name}: "keys rotate ${name} <file>" puts this one in its place.`,
    );
  }
  return { ...before.keys, [name]: rights };
}

function revoked(before: RightsContent, { name }: Of<'revoke'>, at: string): RightsContent['keys'] {
  const known = keyNamed(before, name);
  if (known.revoked) throw new ReleaseError('keys', `The key ${name} was revoked at ${known.revoked} already.`);
  const { [name]: _, ...others } = before.keys;
  return { ...others, [name]: { ...known, revoked: at } };
}

function rotated(
  before: RightsContent,
  { name, publicKey, expires }: Of<'rotate-key'>,
  at: string,
): RightsContent['keys'] {
  const known = keyNamed(before, name);
  if (rightsOf(before).keyById(keyIdOfText(publicKey))) {
    throw new ReleaseError('keys', 'This key is on the list already: make a new one.');
  }
  const isOver = known.expires !== null && Date.parse(known.expires) < Date.parse(at);
  if (isOver && expires === undefined) {
    throw new ReleaseError(
      'keys',
      `The key ${name} ended at ${known.expires}, and so would the new one in its place: give it an end to come with --until <date>.`,
    );
  }
  const { revoked: _, ...rights } = known;
  const { [name]: __, ...others } = before.keys;
  return {
    ...others,
    [name]: { ...rights, publicKey, ...(expires !== undefined && { expires }) },
    // A key that has already ended keeps its end, and a revoked key stays revoked.
    [oldNameOf(before, name)]: { ...known, expires: isOver ? known.expires : at },
  };
}

/** Returns the name of a key after its replacement. */
export function oldNameOf({ keys }: RightsContent, name: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = `${name.slice(0, 34)}.old${number}`;
    if (!Object.hasOwn(keys, candidate)) return candidate;
  }
}

function withPath({ namespaces }: RightsContent, { path, remote }: Of<'paths'>): RightsContent['namespaces'] {
  const owner = namespaces.find((one) => one.path === path)?.remote;
  if ((owner ?? null) === remote) {
    throw new ReleaseError('nothing-to-do', `${path} belongs to ${owner ?? 'nobody'} already; nothing was changed.`);
  }
  const others = namespaces.filter((one) => one.path !== path);
  return remote ? [...others, { path, remote }] : others;
}

function ownKey({ keys }: RightsContent, name: string): KeyRights | undefined {
  return Object.hasOwn(keys, name) ? keys[name] : undefined;
}

function keyNamed(before: RightsContent, name: string): KeyRights {
  const known = ownKey(before, name);
  if (known) return known;
  const inForce = Object.entries(before.keys).flatMap(([other, { revoked }]) => (revoked ? [] : [other]));
  throw new ReleaseError('keys', `There is no key ${name} in force; the list has ${inForce.join(', ')}.`);
}

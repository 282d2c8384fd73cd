import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { dayText, momentText } from 'kit/contracts/day-and-moment';
import { isOrigin, originWords } from 'kit/contracts/origins';
import { shellName } from 'kit/contracts/shell-name';
import { slotNamePattern } from 'kit/contracts/slots';
import { CommandError } from 'kit/server/command-error';
import { messageOf } from 'kit/server/text';
import { KeyFiles, KeyRights, Keys, ReleaseError, SiteRights, Writing } from '../../platform/index.ts';
import { knownRemotes } from '../../settings/namespaces.ts';
import {
  type AddCommand,
  type Answer,
  didYouMean,
  type Invocation,
  neededReason,
  type Outcome,
  optionalText,
  reasonOption,
} from '../command.ts';
import { minute, table } from '../layout.ts';

export const addKeys: AddCommand = (program, answer) => {
  const keys = program
    .command('keys')
    .description('Show and change which key may do what')
    .action(() => answer(list));
  addMaking(keys, answer);
  addGranting(keys, answer);
  addReplacing(keys, answer);
};

function addMaking(keys: CommandUnknownOpts, answer: Answer): void {
  keys
    .command('found')
    .description('Create the root key, the site key and the first rights, if there are none')
    .action(() => answer(found));
  keys
    .command('new')
    .description('Create a private key in a file, and print its public half')
    .argument('<file>', 'file to write; it must not exist')
    .action((file) => answer(() => makeKey(file)));
}

function addGranting(keys: CommandUnknownOpts, answer: Answer): void {
  keys
    .command('grant')
    .description('Grant rights to a key, or change them')
    .argument('<name>', 'its name in the log: a squad, a person, a CI')
    .argument('<file>', 'its public key')
    .option('--remotes <list>', 'remotes, separated by commas, or "all" (required)', optionalText)
    .option(
      '--actions <list>',
      `actions, separated by commas: ${KeyRights.rightActions.join(', ')} (required)`,
      parseActions,
    )
    .option(
      '--origins <list>',
      'origins beside the site that its releases may use, separated by commas, or "none" (default: as before)',
      parseOrigins,
    )
    .option(
      '--slots <list>',
      'slots on pages of others that its releases may fill, such as header,footer, or "none" (default: as before)',
      parseSlots,
    )
    .option('--until <date>', 'its last day, or the moment of its end: 2027-06-30, 2027-06-30T17:00Z', parseDay)
    .option(...reasonOption)
    .action((name, file, { remotes, actions, origins, slots, until = null, reason }) => {
      if (!remotes) throw new CommandError('Name the remotes: --remotes mf-agents, or --remotes all.');
      if (!actions) throw new CommandError('Name the actions: --actions publish,activate,canary,rollback.');
      const rights = { name, file, remotes, actions, origins, slots, expires: until, reason: needed(reason) };
      return answer((invocation) => grant(invocation, rights));
    });
  keys
    .command('revoke')
    .description('Invalidate a key and everything that it signed')
    .argument('<name>', 'the key, by its name or id')
    .option('--force', 'even if live releases are signed by it alone: the site rolls back')
    .option(...reasonOption)
    .action((name, { force = false, reason }) =>
      answer((invocation) => revoke(invocation, { name, force, reason: needed(reason) })),
    );
}

function addReplacing(keys: CommandUnknownOpts, answer: Answer): void {
  keys
    .command('rotate')
    .description('Replace a key; what the old one signed stays valid')
    .argument('<name>', 'the key, as "keys" shows it')
    .argument('<file>', 'the new public key')
    .option('--until <date>', 'its last day or the moment of its end (default: that of the old key)', parseDay)
    .option(...reasonOption)
    .action((name, file, { until: expires, reason }) =>
      answer(async ({ platform, by, dryRun }) => {
        const key = await readPublicKey(file);
        const own = await platform.readSigner().catch(() => null);
        const isOwn = own !== null && platform.chain.rights.keyById(own.keyId)?.name === name;
        await SiteRights.rotateKey(platform, { name, key, expires, by, reason: needed(reason), dryRun });
        const end = expires ? `, until ${minute(expires)}` : '';
        const text = `${name} is ${Keys.keyIdOf(key)} ${dryRun ? 'then' : 'now'}${end}; the old key can sign nothing new.${nextStep(name, isOwn)}`;
        return { text, json: { name, keyId: Keys.keyIdOf(key), ...(expires && { expires }), dryRun } };
      }),
    );
  keys
    .command('rotate-root')
    .description('Replace the root key')
    .argument('<file>', 'the new private key, as "keys new" made it')
    .option(...reasonOption)
    .action((file, { reason }) =>
      answer(async ({ platform, by, dryRun }) => {
        const next = await KeyFiles.readSigner(resolve(file));
        await SiteRights.rotateRoot(platform, { next, by, reason: needed(reason), dryRun });
        const pem = Keys.publicKeyPem(next.publicKey).trim();
        const text = `The root key is ${next.keyId} ${dryRun ? 'then' : 'now'}. Running servers accept it by themselves; new servers need this public half in DATA_DIR/keys/root.pub. Rights are changed with ${resolve(file)} from now on: name it by ROOT_SIGNING_KEY.\n${pem}`;
        return { text, json: { keyId: next.keyId, publicKey: pem, dryRun } };
      }),
    );
}

/** Names the next step when the old key is still in use. */
function nextStep(name: string, isOwn: boolean): string {
  if (isOwn) return ' Commands here still sign with the old key: set SIGNING_KEY to the file of the new private key.';
  return name === 'guard' ? ' Put the new private key into DATA_DIR/keys/guard.pem of each shell server.' : '';
}

const needed = (reason: string | undefined) => neededReason('A change of the keys', reason);

function parseActions(text: string): KeyRights.RightAction[] {
  return text.split(',').map((word) => {
    const action = KeyRights.rightActions.find((known) => known === word.trim());
    if (action) return action;
    throw new InvalidArgumentError(`"${word.trim()}" is none of ${KeyRights.rightActions.join(', ')}.`);
  });
}

/** Returns a parser of words that commas separate. */
function listOf(isValid: (word: string) => boolean, problemOf: (word: string) => string): (text: string) => string[] {
  return (text) => {
    const words = text === 'none' ? [] : text.split(',').map((word) => word.trim());
    const wrong = words.find((word) => !isValid(word));
    if (wrong === undefined) return words;
    throw new InvalidArgumentError(problemOf(wrong));
  };
}

const parseOrigins = listOf(isOrigin, (origin) => `"${origin}" is not ${originWords}.`);
const parseSlots = listOf(
  (slot) => slotNamePattern.test(slot),
  (slot) => `"${slot}" is no name of a slot: header, footer, or one such as leads-below.`,
);

/** Returns the end of the day, in UTC, or the moment. */
function parseDay(text: string): string {
  const moment = dayText.safeParse(text).success ? `${text}T23:59:59Z` : text;
  const end = momentText.safeParse(moment).success ? Date.parse(moment) : Number.NaN;
  if (end > Date.now()) return new Date(end).toISOString();
  throw new InvalidArgumentError('It takes a future day or moment, for example 2027-06-30 or 2027-06-30T17:00Z.');
}

async function readPublicKey(file: string): Promise<KeyObject> {
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ReleaseError('keys', `The key cannot be read: ${messageOf(error)}`, { cause: error });
  });
  return Keys.parsePublicKey({ pem, file });
}

async function list({ platform }: Invocation): Promise<Outcome> {
  const { keys, content } = await Writing.readRights(platform);
  const own = await platform.readSigner().catch(() => null);
  const shown = keys.map((key) => ({ ...describe(key), own: key.keyId === own?.keyId }));
  const rows = shown.map(({ name, keyId, remotes, actions, origins, slots, state, own }) => [
    own ? `${name} *` : name,
    keyId,
    remotes,
    actions,
    origins,
    slots,
    state,
  ]);
  const publicKey = own ? Keys.publicKeyPem(own.publicKey) : null;
  const ending = own
    ? `* signs the commands of this machine. Its public half:\n${publicKey?.trim()}`
    : 'There is no private key here: commands that change something cannot be signed.';
  const text = `${table(['name', 'key', 'remotes', 'may', 'origins', 'slots', ''], rows)}\n\n${ending}`;
  return { text, json: { revision: content?.revision, keys: shown, publicKey } };
}

function describe({ name, keyId, remotes, actions, origins = [], slots = [], expires, revoked }: KeyRights.KnownKey) {
  const isOver = expires !== null && Date.parse(expires) < Date.now();
  const end = expires ? `${isOver ? 'ended' : 'until'} ${minute(expires)}` : '';
  return {
    name,
    keyId,
    remotes: remotes === '*' ? 'all' : remotes.join(','),
    actions: actions.length === KeyRights.rightActions.length ? 'everything' : actions.join(','),
    origins: origins.join(','),
    slots: slots.join(','),
    expires,
    revoked: revoked ?? null,
    state: revoked ? `revoked ${minute(revoked)}` : end,
  };
}

async function found({ foundSite }: Invocation): Promise<Outcome> {
  const made = await foundSite();
  return { text: made.join('\n') || 'This site already has its keys and rights; nothing was changed.', json: { made } };
}

async function makeKey(file: string): Promise<Outcome> {
  const place = resolve(file);
  if (!(await KeyFiles.makePrivateKey(place)))
    throw new ReleaseError('keys', `${place} exists already; it was not changed.`);
  const { publicKey, keyId } = await KeyFiles.readSigner(place);
  const pem = Keys.publicKeyPem(publicKey);
  const text = `The private key is in ${place}: keep it where you sign. Its public half, for "keys grant":\n${pem.trim()}`;
  return { text, json: { file: place, keyId, publicKey: pem } };
}

type Grant = Parameters<typeof SiteRights.grantKey>[1];

async function grant(
  { platform, by, dryRun }: Invocation,
  { file, ...words }: Omit<Grant, 'key' | 'remotes' | 'by'> & { file: string; remotes: string },
): Promise<Outcome> {
  const key = await readPublicKey(file);
  const remotes = words.remotes === 'all' ? '*' : words.remotes.split(',').map((name) => name.trim());
  const { chain } = platform;
  const before = (await Writing.readRights(platform)).keyById(Keys.keyIdOf(key));
  const known = [...knownRemotes, ...KeyRights.remotesIn(chain.rights.namespaces), shellName];
  const unknown = remotes === '*' ? [] : remotes.filter((name) => !known.includes(name));
  await SiteRights.grantKey(platform, { ...words, key, remotes, by, dryRun });
  const added = [...(words.origins ?? []), ...(words.slots ?? []).map((slot) => `the slot ${slot}`)];
  const uses = added.length > 0 ? `, with ${added.join(', ')}` : '';
  const isOfDevelopment = words.origins?.some((origin) => origin.startsWith('http:'));
  const who = `${words.name} (${Keys.keyIdOf(key)})`;
  const what = `${words.actions.join(', ')} for ${words.remotes}${uses}${words.expires ? ` until ${minute(words.expires)}` : ''}`;
  return {
    text: [
      dryRun ? `Would grant ${who}: ${what}.` : `Granted ${who}: ${what}.`,
      ...(isOfDevelopment
        ? ['An origin of http:// is on the machine of each visitor: grant it in development alone.']
        : []),
      ...(before ? [`Before: ${describeKey(before)}.`] : []),
      ...unknown.map((name) => `${name} has no paths on this site${didYouMean(name, known) || '.'}`),
    ].join('\n'),
    json: {
      name: words.name,
      keyId: Keys.keyIdOf(key),
      remotes,
      actions: words.actions,
      ...(words.origins && { origins: words.origins }),
      ...(words.slots && { slots: words.slots }),
      expires: words.expires,
      dryRun,
    },
  };
}

function describeKey(key: KeyRights.KnownKey): string {
  const { actions, remotes, origins, slots, state } = describe(key);
  return `${actions} for ${remotes}${origins && ` with ${origins}`}${slots && ` in the slots ${slots}`}${state ? ` ${state}` : ''}`;
}

async function revoke(
  { platform, by, dryRun }: Invocation,
  { name: given, force, reason }: { name: string; force: boolean; reason: string },
): Promise<Outcome> {
  const { keys } = await Writing.readRights(platform);
  const name = keys.find(({ keyId }) => keyId === given)?.name ?? given;
  await SiteRights.revokeKey(platform, { name, force, by, reason, dryRun });
  const text = dryRun ? `Would revoke ${name}.` : `Revoked ${name}: within a second no server accepts what it signed.`;
  return { text, json: { name, dryRun } };
}

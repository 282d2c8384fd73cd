import { readFile } from 'node:fs/promises';
import { CommandError } from 'kit/server/command-error';
import {
  distrustPublisher,
  ensureSigningKeys,
  loadTrustedKeys,
  messageOf,
  ReleaseError,
  trustPublisher,
} from '../../platform/index.ts';
import { type AddCommand, type Invocation, type Outcome, optionalText } from '../command.ts';

export const addKeys: AddCommand = (program, answer) => {
  const keys = program
    .command('keys')
    .description('Show, trust or distrust the keys that releases are signed with')
    .action(() => answer(list));
  keys
    .command('trust')
    .description('Let releases signed with a key go live here')
    .argument('<file>', 'its public key')
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((file, { reason }) => answer((invocation) => trust(invocation, file, needed(reason))));
  keys
    .command('distrust')
    .description('Let releases signed with a key go live no more')
    .argument('<id>', 'the key, as "keys" shows it')
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((id, { reason }) => answer((invocation) => distrust(invocation, id, needed(reason))));
};

function needed(reason: string | undefined): string {
  if (reason) return reason;
  throw new CommandError('A change of the keys needs its reason for the log: --reason "...".');
}

async function list({ store }: Invocation): Promise<Outcome> {
  const own = await ensureSigningKeys(store.keysFolder);
  const keys = [...(await loadTrustedKeys(store.keysFolder)).keys()].map((keyId) => ({
    keyId,
    own: keyId === own.keyId,
  }));
  const lines = keys.map(({ keyId, own }) => `${keyId}  ${own ? 'this installation signs with it' : 'trusted'}`);
  const text = `${lines.join('\n')}\n\nPublic key of this installation, to be trusted elsewhere:\n${own.publicKey.trim()}`;
  return { text, json: { keys, publicKey: own.publicKey } };
}

async function trust({ store, by, dryRun }: Invocation, file: string, reason: string): Promise<Outcome> {
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ReleaseError('keys', `The key cannot be read: ${messageOf(error)}`, { cause: error });
  });
  const result = await trustPublisher(store, { pem, file, by, reason, dryRun });
  const sentences = {
    changed: `Releases signed with ${result.keyId} may go live here now.`,
    unchanged: `${result.keyId} is trusted already; nothing was changed.`,
    checked: `Would trust ${result.keyId}.`,
  };
  return { text: sentences[result.outcome], json: result };
}

async function distrust({ store, by, dryRun }: Invocation, keyId: string, reason: string): Promise<Outcome> {
  const result = await distrustPublisher(store, { keyId, by, reason, dryRun });
  const text = dryRun ? `Would distrust ${keyId}.` : `Releases signed with ${keyId} cannot go live any more.`;
  return { text, json: result };
}

import { readFile } from 'node:fs/promises';
import {
  distrustPublisher,
  ensureSigningKeys,
  loadTrustedKeys,
  messageOf,
  ReleaseError,
  trustPublisher,
} from '../../platform/index.ts';
import { type Command, type Invocation, type Outcome, textOption, UsageError } from '../command.ts';

export const keysCommand: Command = {
  name: 'keys',
  summary: 'Show, trust or distrust the keys that releases are signed with',
  usage: '[trust <file> | distrust <id>] [--reason "..."]',
  positionals: { least: 0, most: 2 },
  options: { reason: { type: 'string', value: 'text', help: 'why, for the log (required for a change)' } },
  async run(invocation) {
    const [action, subject] = invocation.positionals;
    if (action === undefined) return list(invocation);
    if ((action !== 'trust' && action !== 'distrust') || !subject) {
      throw new UsageError('Usage: npm run release -- keys [trust <file> | distrust <id>] [--reason "..."]');
    }
    const reason = textOption(invocation.values, 'reason');
    if (!reason) throw new UsageError('A change of the keys needs its reason for the log: --reason "...".');
    return action === 'trust' ? trust(invocation, subject, reason) : distrust(invocation, subject, reason);
  },
};

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

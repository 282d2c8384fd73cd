import { readFile } from 'node:fs/promises';
import { messageOf, ReleaseError } from '../../errors.ts';
import { distrustKey, ensureSigningKeys, loadTrustedKeys, trustKey } from '../../keys/signing-keys.ts';
import { type Command, type Invocation, type Outcome, UsageError } from '../command.ts';

export const keysCommand: Command = {
  name: 'keys',
  summary: 'Show, trust or distrust the keys that releases are signed with',
  usage: '[trust <file.pem> | distrust <key id>]',
  positionals: { least: 0, most: 2 },
  options: {},
  async run(invocation) {
    const [action, subject] = invocation.positionals;
    if (action === undefined) return list(invocation);
    if (action === 'trust' && subject) return trust(invocation, subject);
    if (action === 'distrust' && subject) return distrust(invocation, subject);
    throw new UsageError('Usage: npm run release -- keys [trust <file.pem> | distrust <key id>]');
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

async function trust({ store, dryRun }: Invocation, file: string): Promise<Outcome> {
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ReleaseError('keys', `The key cannot be read: ${messageOf(error)}`, { cause: error });
  });
  if (dryRun) return { text: `Would trust the key in ${file}.`, json: { file, dryRun } };
  const keyId = await trustKey(store.keysFolder, pem);
  return { text: `Releases signed with ${keyId} may go live here now.`, json: { keyId } };
}

async function distrust({ store, dryRun }: Invocation, keyId: string): Promise<Outcome> {
  const own = await ensureSigningKeys(store.keysFolder);
  if (keyId === own.keyId) {
    throw new ReleaseError('keys', `${keyId} is the key of this installation: remove its file and a new one is made.`);
  }
  if (dryRun) return { text: `Would distrust ${keyId}.`, json: { keyId, dryRun } };
  if (!(await distrustKey(store.keysFolder, keyId))) {
    throw new ReleaseError('keys', `${keyId} is not among the trusted keys; "npm run release -- keys" lists them.`);
  }
  return { text: `Releases signed with ${keyId} cannot go live any more.`, json: { keyId } };
}

import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KeyFiles, type KeyRights, Keys, type ReleaseStore, SiteRights } from '../../../shell/platform/index.ts';
import type { Attack } from './attack.ts';
import type { HostileSite } from './hostile-site.ts';

type Revision = Parameters<ReleaseStore['log']['append']>[0];

// Attackers who can write to the store without a key, with a squad's key, or with an expired one.

const remote = 'mf-agents';
const other = 'mf-demos';

const encoded = ({ publicKey }: Signing) => publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

type Signing = Awaited<ReturnType<typeof KeyFiles.readSigner>>;

/** A valid switch of mf-agents to another good release. */
async function buildHonest(site: HostileSite): Promise<Revision> {
  const id = await site.publish({ remote });
  const { revision, sha256 } = await stateOf(site);
  const action = { type: 'activate' as const, remote, id };
  return {
    revision: revision + 1,
    previous: sha256,
    at: new Date().toISOString(),
    by: 'mallory',
    reason: 'mine',
    action,
  };
}

async function stateOf(site: HostileSite) {
  const { chain } = site.platform();
  await chain.refresh({ whole: true });
  return chain.state;
}

async function buildKey(site: HostileSite, name: string): Promise<{ file: string; signer: Signing }> {
  const file = path.join(site.dataFolder, `${name}-${crypto.randomUUID()}.pem`);
  await KeyFiles.makePrivateKey(file);
  return { file, signer: await KeyFiles.readSigner(file) };
}

interface Granted {
  remotes?: '*' | string[];
  actions?: KeyRights.RightAction[];
  expires?: string | null;
}

async function buildSquad(
  site: HostileSite,
  { remotes = [remote], actions = ['publish', 'activate'], expires = null }: Granted,
) {
  const name = `squad-${crypto.randomUUID().slice(0, 8)}`;
  const key = await buildKey(site, name);
  const rights = { name, key: key.signer.publicKey, remotes, actions, expires };
  await SiteRights.grantKey(site.platform(), { ...rights, by: 'drill', reason: 'a squad' });
  return { name, ...key };
}

const write = ({ log }: Store, entry: Revision, signer: Signing | null) =>
  log.append(entry, (hash) => (signer ? [Keys.signHash(hash, signer)] : []));

type Store = ReturnType<HostileSite['platform']>['store'];

/** The servers' reports and pages a moment later: null if both refuse with a message and serve the same as before. */
export async function outcome(
  site: HostileSite,
  before: readonly string[],
  words: RegExp,
  within = 10_000,
): Promise<string | null> {
  for (const [index, address] of site.addresses.entries()) {
    const until = Date.now() + within;
    let problems: string[] = [];
    while (!problems.some((one) => words.test(one)) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const health = await (await fetch(`${address}/healthz`)).json();
      problems = health.problems;
    }
    const now = await servedBy(address);
    if (now !== before[index]) return `${address} serves ${now}, before ${before[index]}`;
    if (!problems.some((one) => words.test(one))) return `${address} does not report it: ${JSON.stringify(problems)}`;
  }
  return null;
}

export async function servedBy(address: string): Promise<string> {
  const pages = ['/my-agent', '/click-demos', '/contact'];
  const sets = await Promise.all(
    pages.map(async (page) => (await fetch(address + page)).headers.get('x-release-set')?.split(' ')[1] ?? 'nothing'),
  );
  return sets.join(' ');
}

export const servedByAll = (site: HostileSite) => Promise.all(site.addresses.map(servedBy));

/** An attacker writes one revision; the servers must not accept it, and a new command must not silently build on it. */
function forgery(
  name: string,
  words: RegExp,
  forge: (site: HostileSite, honest: Revision) => Promise<{ entry: Revision; signer: Signing | null }>,
): Attack {
  return {
    name: `a revision ${name}`,
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const { entry, signer } = await forge(site, await buildHonest(site));
      await write(site.platform().store, entry, signer);
      const reached = await outcome(site, before, words);
      if (reached) return reached;
      const started = await site.startAnother();
      try {
        const late = await servedBy(started.address);
        if (late !== before[0]) return `a server that starts then serves ${late}`;
      } finally {
        await started.stop();
      }
      // Staff recover with one command, and it takes effect.
      const id = await site.publish({ remote: other });
      const refusal = await site.refusalOf('activate', other, id, '--no-guard');
      if (!refusal?.includes('npm run release -- repair')) return `the next switch said: ${refusal}`;
      await site.release('repair');
      await site.release('activate', other, id, '--no-guard');
      await site.followed(other, id);
      return null;
    },
  };
}

const fileOf = (site: HostileSite, revision: number) =>
  path.join(site.storeFolder, `log/${String(revision).padStart(12, '0')}.json`);

const newest = async (site: HostileSite): Promise<number> => (await stateOf(site)).revision;

/** Grants are written before the forgery, which follows them. */
async function over(site: HostileSite, entry: Revision): Promise<Revision> {
  const { revision, sha256 } = await stateOf(site);
  return { ...entry, revision: revision + 1, previous: sha256 };
}

export const storeAttacks: readonly Attack[] = [
  forgery('without a signature', /No signature over it holds/, async (_, entry) => ({ entry, signer: null })),
  forgery('by a key that is on no list', /which is not on the list of keys/, async (site, entry) => ({
    entry,
    signer: (await buildKey(site, 'stranger')).signer,
  })),
  forgery('by the key of another squad', /which is for mf-demos, not for mf-agents/, async (site, entry) => {
    const { signer } = await buildSquad(site, { remotes: [other] });
    return { entry: await over(site, entry), signer };
  }),
  forgery('by a key that may only publish', /which may publish, not activate/, async (site, entry) => {
    const { signer } = await buildSquad(site, { actions: ['publish'] });
    return { entry: await over(site, entry), signer };
  }),
  forgery('by a key that ended', /which ended at/, async (site, entry) => {
    const { signer } = await buildSquad(site, { expires: new Date(Date.now() + 200).toISOString() });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { entry: { ...(await over(site, entry)), at: new Date().toISOString() }, signer };
  }),
  forgery('by a key that ended, of a time that is none', /is damaged and does not count/, async (site, entry) => {
    const { signer } = await buildSquad(site, { expires: new Date(Date.now() + 200).toISOString() });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { entry: { ...(await over(site, entry)), at: 'tomorrow' }, signer };
  }),
  forgery('by a key that was revoked', /which was revoked at/, async (site, entry) => {
    const { name, signer } = await buildSquad(site, {});
    await SiteRights.revokeKey(site.platform(), { name, force: true, by: 'drill', reason: 'left' });
    return { entry: await over(site, entry), signer };
  }),
  forgery("by the guard's key that goes forward", /which may rollback, not activate/, async (site, entry) => ({
    entry,
    signer: await KeyFiles.readSigner(path.join(site.dataFolder, 'keys/guard.pem')),
  })),
  forgery("by the guard's key that calls going forward a rollback", /was never live/, async (site, entry) => ({
    entry: { ...entry, action: { type: 'rollback', moves: [{ remote, to: '9.9.9-0a1b2c3d', previous: null }] } },
    signer: await KeyFiles.readSigner(path.join(site.dataFolder, 'keys/guard.pem')),
  })),
  forgery(
    'of a squad that rolls another remote back beside its own',
    /which is for mf-agents, not for mf-demos/,
    async (site, entry) => {
      const { signer } = await buildSquad(site, { actions: ['rollback'] });
      const { composition } = await stateOf(site);
      const moves = [remote, other].map((name) => ({
        remote: name,
        to: composition?.remotes[name]?.live ?? '',
        previous: null,
      }));
      return { entry: { ...(await over(site, entry)), action: { type: 'rollback', moves } }, signer };
    },
  ),
  forgery('of a squad that tells another history', /It does not follow on/, async (site, entry) => {
    const { signer } = await buildSquad(site, {});
    return { entry: { ...(await over(site, entry)), previous: 'f'.repeat(64) }, signer };
  }),
  {
    name: 'an old revision, signed by staff, is replayed under the next number',
    fresh: true,
    async run(site) {
      await site.activateUnasked(remote, await site.publish({ remote }));
      const before = await servedByAll(site);
      const last = await newest(site);
      await cp(fileOf(site, last - 1), fileOf(site, last + 1));
      return outcome(site, before, /it holds revision/);
    },
  },
  {
    name: 'an old revision is replayed with another number and its old signature',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const last = await newest(site);
      const { store } = site.platform();
      const signed = await store.log.read(last);
      if (!signed) return 'it is not there';
      await store.log.append({ ...signed.entry, revision: last + 1, previous: signed.sha256 }, () => signed.signatures);
      return outcome(site, before, /No signature over it holds/);
    },
  },
  {
    name: 'two revisions are exchanged',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const last = await newest(site);
      const [one, two] = await Promise.all([readFile(fileOf(site, last)), readFile(fileOf(site, last - 1))]);
      await writeFile(fileOf(site, last), two);
      await writeFile(fileOf(site, last - 1), one);
      return outcome(site, before, /was rewritten since it was accepted/);
    },
  },
  {
    name: 'the newest revisions are cut off, as by a restored backup',
    fresh: true,
    async run(site) {
      await site.activateUnasked(remote, await site.publish({ remote }));
      const before = await servedByAll(site);
      await rm(fileOf(site, await newest(site)));
      return outcome(site, before, /was a backup restored/);
    },
  },
  {
    name: 'an older revision is rewritten, so that it names another person',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const file = fileOf(site, 2);
      await writeFile(file, (await readFile(file, 'utf8')).replace('"by": "npm start"', '"by": "somebody"'));
      return outcome(site, before, /Revision 2 was rewritten/);
    },
  },
  {
    name: 'the newest revision is damaged, so that the next switch of another remote reverts it',
    fresh: true,
    async run(site) {
      const id = await site.publish({ remote });
      await site.activateUnasked(remote, id);
      const before = await servedByAll(site);
      await writeFile(fileOf(site, await newest(site)), '{"entry":');
      await site.activateUnasked(other, await site.publish({ remote: other }));
      const now = await servedByAll(site);
      const isKept = now.every((set) => set.includes(id)) && before.every((set) => set.includes(id));
      return isKept ? null : `they serve ${now.join()}, before ${before.join()}`;
    },
  },
  {
    name: 'rights are forged: a squad makes itself staff',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const { signer } = await buildSquad(site, { actions: ['publish', 'policy'], remotes: '*' });
      const { revision, sha256 } = await stateOf(site);
      const publicKey = encoded(signer);
      const rights = { publicKey, remotes: '*' as const, actions: ['activate' as const], expires: null };
      const entry = {
        revision: revision + 1,
        previous: sha256,
        at: new Date().toISOString(),
        by: 'mallory',
        reason: '',
      };
      await write(site.platform().store, { ...entry, action: { type: 'grant', name: 'staff', ...rights } }, signer);
      return outcome(site, before, /is not the root key of this site/);
    },
  },
  {
    name: 'the founding revision is deleted',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      await rm(path.join(site.storeFolder, 'log'), { recursive: true });
      const reached = await outcome(site, before, /was a backup restored/);
      if (reached) return reached;
      const refusal = await site.refusalOf('publish', remote, '--from', 'nowhere');
      return refusal === null ? 'new rights were made' : null;
    },
  },
  {
    name: 'the founding revision is replaced by that of another site, with its own root key',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const { store } = site.platform();
      const { signer } = await buildKey(site, 'root');
      const signed = await store.log.read(0);
      if (signed?.entry.action.type !== 'found') return 'it is not there';
      await rm(fileOf(site, 0));
      await write(store, { ...signed.entry, action: { ...signed.entry.action, root: encoded(signer) } }, signer);
      return outcome(site, before, /Revision 0 was rewritten/);
    },
  },
  {
    name: 'a release is signed by the squad of another remote',
    fresh: true,
    async run(site) {
      const { file } = await buildSquad(site, { remotes: [other], actions: ['publish', 'activate'] });
      const id = await site.publish({ remote });
      const commitFile = path.join(site.storeFolder, 'releases', remote, `${id}.json`);
      const { record } = JSON.parse(await readFile(commitFile, 'utf8'));
      const signer = await KeyFiles.readSigner(file);
      const signature = { algorithm: 'Ed25519', keyId: signer.keyId, signature: signer.sign(record) };
      await writeFile(commitFile, JSON.stringify({ record, signature: JSON.stringify(signature) }));
      const refusal = await site.refusalOf('activate', remote, id);
      return refusal?.includes('which is for mf-demos, not for mf-agents') ? null : `the gate said: ${refusal}`;
    },
  },
  {
    name: 'a squad with a key of its own tries every command on another remote',
    fresh: true,
    async run(site) {
      const { file } = await buildSquad(site, { actions: ['publish', 'activate', 'canary', 'rollback'] });
      const id = await site.publish({ remote: other });
      const words = [
        ['activate', other, id],
        ['canary', other, id, '--percent', '10'],
        ['rollback', other, '--reason', 'x'],
        ['freeze', other, '--reason', 'x'],
        ['prune', '--reason', 'x'],
      ];
      for (const command of words) {
        const refusal = await site.refusalAs({ SIGNING_KEY: file }, ...command);
        if (!refusal?.includes('This key may not')) return `${command.join(' ')}: ${refusal}`;
      }
      return null;
    },
  },
  {
    name: "a live release's key is revoked by force: both servers return to the previous release",
    fresh: true,
    async run(site) {
      const { name, file } = await buildSquad(site, {});
      const before = await servedByAll(site);
      const id = await site.publish({ remote }, { SIGNING_KEY: file });
      await site.releaseAs({ SIGNING_KEY: file }, 'activate', remote, id);
      await site.followed(remote, id);
      const refusal = await site.refusalOf('keys', 'revoke', name, '--reason', 'stolen');
      if (!refusal?.includes('resign')) return `it was revoked under a live release without a word: ${refusal}`;
      await site.release('keys', 'revoke', name, '--force', '--reason', 'stolen');
      const until = Date.now() + 5000;
      for (;;) {
        const now = await servedByAll(site);
        if (now.join() === before.join()) return null;
        if (Date.now() > until) return `they still serve ${now.join()}`;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  },
];

import { describe, expect, it } from '@jest/globals';
import { buildKeyPair } from '../testing/build-key-pair.ts';
import {
  keyNameSchema,
  keyRightsSchema,
  namespaceSchema,
  ownerOfPath,
  publicKeySchema,
  type RightsContent,
  remotesIn,
  rightsOf,
} from './rights.ts';

const [root, squad, other] = [buildKeyPair(), buildKeyPair(), buildKeyPair()];
const content: RightsContent = {
  ...{ revision: 1, sha256: '0'.repeat(64), root: root.encoded },
  keys: {
    squad: {
      ...{ publicKey: squad.encoded, remotes: ['mf-jobs', 'mf-news'], actions: ['publish', 'activate'] },
      ...{ expires: '2027-01-01T00:00:00.000Z', origins: ['https://jobs.example'] },
    },
    other: { publicKey: other.encoded, remotes: '*', actions: ['publish'], expires: null },
  },
  namespaces: [{ path: '/jobs', remote: 'mf-jobs' }],
  budget: { registered: 30, page: 90 },
  budgets: { 'mf-jobs': { registered: 1, page: 2 } },
};
const rights = rightsOf(content);

describe('the rights of a site', () => {
  it('name the origins that a key lacks, with the command that grants them', () => {
    expect(rights.originObjection(squad.keyId, [])).toBeNull();
    expect(rights.originObjection(squad.keyId, ['https://jobs.example'])).toBeNull();
    expect(rights.originObjection(buildKeyPair().keyId, ['https://jobs.example'])).toBeNull();
    const two = ['https://jobs.example', 'https://a.example', 'https://b.example', 'https://a.example'];
    expect(rights.originObjection(squad.keyId, two)).toBe(
      'it uses https://a.example and https://b.example, which the key squad was not granted; the staff who have the root ' +
        'key can grant it: npm run release -- keys grant squad <its public key> --remotes mf-jobs,mf-news --actions ' +
        'publish,activate --until 2027-01-01T00:00:00Z --origins https://jobs.example,https://a.example,https://b.example ' +
        '--reason "..."',
    );
    expect(rights.originObjection(other.keyId, ['https://a.example'])).toContain(
      'keys grant other <its public key> --remotes all --actions publish --origins https://a.example --reason',
    );
  });

  it('name the slots that a key lacks, with the command that grants them', () => {
    const slots = { squad: ['footer'], other: undefined };
    const keys = Object.entries(content.keys).map(([name, key]) => [
      name,
      { ...key, slots: slots[name as keyof typeof slots] },
    ]);
    const granting = rightsOf({ ...content, keys: Object.fromEntries(keys) });
    expect(granting.slotObjection('squad', ['footer'])).toBeNull();
    expect(granting.slotObjection('squad', ['header', 'footer'])).toMatchObject({
      missing: 'header',
      grant: expect.stringContaining('keys grant squad <its public key>'),
    });
    expect(granting.slotObjection('squad', ['header'])?.grant).toContain('--slots footer,header');
    expect(granting.slotObjection('other', ['footer'])?.grant).toContain('--slots footer ');
    expect(granting.slotObjection('nobody', ['footer'])).toBeNull();
    expect(granting.slotObjection(null, ['footer'])).toBeNull();
  });

  it('end with the moment that a key has', () => {
    const question = { action: 'publish', remote: 'mf-jobs' } as const;
    expect(rights.objection(squad.keyId, { ...question, at: '2027-01-01T00:00:00.000Z' })).toBeNull();
    expect(rights.objection(squad.keyId, { ...question, at: '2027-01-01T00:00:00.001Z' })).toContain('which ended at');
    expect(rights.objection(squad.keyId, { ...question, at: null })).toBeNull();
    expect(rights.objection(other.keyId, { ...question, at: '9999-01-01T00:00:00Z' })).toBeNull();
  });

  it.each([
    ['text before the name of a key', keyNameSchema, '../squad'],
    ['text after the name of a key', keyNameSchema, 'squad/x'],
    ['a name of a key with 41 characters', keyNameSchema, 'k'.repeat(41)],
    ['text before a time', keyRightsSchema.shape.expires, ' 2027-01-01T00:00:00Z'],
    ['text after a time', keyRightsSchema.shape.expires, '2027-01-01T00:00:00Z\n'],
    ['a day that does not exist', keyRightsSchema.shape.expires, '2027-13-01T00:00:00Z'],
    ['text before a public key', publicKeySchema, ` ${squad.encoded}`],
    ['text after a public key', publicKeySchema, `${squad.encoded} `],
    ['text before a path', namespaceSchema.shape.path, 'https://x.example/jobs'],
    ['text after a path', namespaceSchema.shape.path, '/jobs?all'],
    ['an empty list of remotes', keyRightsSchema.shape.remotes, []],
    ['an empty list of actions', keyRightsSchema.shape.actions, []],
  ])('refuse %s', (_, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });

  it('take times with and without parts of a second', () => {
    for (const time of ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.5Z', null]) {
      expect(keyRightsSchema.shape.expires.safeParse(time).success).toBe(true);
    }
  });

  it('have the budget of a remote, or that of the site', () => {
    expect(rights.budgetOf('mf-jobs')).toEqual({ registered: 1, page: 2 });
    expect(rights.budgetOf('mf-news')).toEqual({ registered: 30, page: 90 });
    expect(rights.budgetOf('constructor')).toEqual({ registered: 30, page: 90 });
    expect(rightsOf(null).budgetOf('mf-jobs')).toEqual({ registered: 0, page: 0 });
  });

  it('are the same without one key, but for that key', () => {
    expect(rights.without('squad').keys.map(({ name }) => name)).toEqual(['other']);
    expect(rights.without('squad').namespaces).toEqual(content.namespaces);
    expect(rightsOf(null).without('squad').keys).toEqual([]);
  });

  it('have no namespaces and no root before the site is founded', () => {
    expect(rightsOf(null).namespaces).toEqual([]);
    expect(rightsOf(null).rootKey).toBeNull();
  });

  it('list three remotes with commas and "and"', () => {
    const three = { publicKey: squad.encoded, remotes: ['mf-a', 'mf-b', 'mf-c'], expires: null };
    const listing = rightsOf({ ...content, keys: { squad: { ...three, actions: ['publish'] } } });
    const question = { action: 'publish', remote: 'mf-jobs', at: null } as const;
    expect(listing.objection(squad.keyId, question)).toBe(
      'the key squad, which is for mf-a, mf-b and mf-c, not for mf-jobs',
    );
  });
});

const table = {
  namespaces: [
    { path: '/', remote: 'mf-home' },
    { path: '/shop', remote: 'mf-shop' },
    { path: '/shop/cart', remote: 'mf-cart' },
    { path: '/till', remote: 'mf-cart' },
  ],
  reserved: ['/api', '/healthz'],
};

describe('the owner of a path', () => {
  it.each([
    ['/', 'mf-home'],
    ['/:page', 'mf-home'],
    ['/shopping', 'mf-home'],
    ['/apis', 'mf-home'],
    ['/shop', 'mf-shop'],
    ['/shop/:article', 'mf-shop'],
    ['/shop/carts', 'mf-shop'],
    ['/shop/cart', 'mf-cart'],
    ['/shop/cart/:step', 'mf-cart'],
    ['/till', 'mf-cart'],
  ])('%s is served by %s, whose namespace is the most specific one', (path, remote) => {
    expect(ownerOfPath(table, path)).toBe(remote);
  });

  it.each(['/api', '/api/x', '/healthz', '/robots.txt'])('%s belongs to no remote', (path) => {
    expect(ownerOfPath(table, path)).toBeNull();
  });

  it('is nobody where no namespace reaches', () => {
    expect(ownerOfPath({ namespaces: [{ path: '/shop', remote: 'mf-shop' }], reserved: [] }, '/')).toBeNull();
  });

  it('is one of the remotes that the table names, each of which counts once', () => {
    expect(remotesIn(table.namespaces)).toEqual(['mf-home', 'mf-shop', 'mf-cart']);
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ReleaseStore, Stores } from '../../platform/index.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { buildTwiceSwitchedSite } from '../../platform/testing/build-published-site.ts';
import { readNewest } from '../../platform/testing/read-switches.ts';
import { startFollower } from '../../platform/testing/start-follower.ts';
import { type StaffPages, startStaffPages } from '../testing/start-staff-pages.ts';

const people = {
  anna: 'operate',
  ben: 'operate',
  carl: 'operate',
  cleo: 'read',
  dora: 'own=mf-agents+mf-demos',
} as const;
type Person = keyof typeof people;

let store: ReleaseStore;
/** Two shell servers over one store. */
let pages: StaffPages<Person>;
let elsewhere: StaffPages<Person>;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'log').mockImplementation(() => {});
  const site = await buildTwiceSwitchedSite();
  ({ store } = site);
  const other = buildPlatform(Stores.openFolderStore(site.dataDir));
  // A form waits for what its server follows.
  for (const server of [site.platform, other]) await startFollower(server);
  pages = await startStaffPages(site.platform, people, { needsApproval: true });
  elsewhere = await startStaffPages(other, people, { needsApproval: true });
});

const current = async () => readNewest(store);
const revision = async () => (await current())?.revision ?? 0;

/** Confirms an act. */
async function act(
  name: string,
  person: Person,
  fields: Readonly<Record<string, string>> = {},
  more: [string, string][] = [],
) {
  const { cookie, csrf } = await pages.logIn(person);
  const expect = String(await revision());
  const form = { csrf, expect, reason: 'an <outage>', sure: 'yes', typed: 'whole site', ...fields };
  return pages.post(`/_ops/act/${name}`, [...Object.entries(form), ...more], cookie);
}
const ask = async (person: Person = 'anna') => (await act('freeze-site', person, { end: '60' })).location;

async function decide(location: string, person: Person, decision: 'approve' | 'decline', server = pages) {
  const { cookie, csrf } = await server.logIn(person);
  return server.post('/_ops/act/approval', { csrf, approval: location.split('/').at(-1) ?? '', decision }, cookie);
}

async function expectUndone<Answer extends { status: number; page: string }>(
  answer: Answer,
  status: number,
  words: string,
) {
  expect(answer.status).toBe(status);
  expect(answer.page).toContain(words);
  expect(await revision()).toBe(4);
}

describe('an act on the whole site', () => {
  it('is kept as a request, is read back to the second person, and is done by their approval', async () => {
    const asking = await act('freeze-site', 'anna', { end: '60', sure: '' });
    expect(asking.page).toContain('A second person has to approve this within an hour.');
    expect(asking.page).toContain('Ask for approval');
    const location = await ask();
    expect(location).toMatch(/^\/_ops\/approvals\/\d+-[0-9a-f]{8}$/);
    expect(await revision()).toBe(4);
    const anna = await pages.logIn('anna');
    expect(await pages.get(location, anna)).toContain('you cannot approve it yourself');
    const ben = await elsewhere.logIn('ben');
    expect(await elsewhere.get('/_ops', ben)).toContain(`<a href="${location}">Freeze the whole site</a>`);
    const page = await elsewhere.get(location, ben);
    expect(page).toContain('No new release of any remote goes live until 20');
    expect(page).toContain('an &lt;outage&gt;');
    const { status, location: done } = await decide(location, 'ben', 'approve', elsewhere);
    expect([status, done]).toEqual([303, '/_ops/revisions/5?done=1']);
    expect(await current()).toMatchObject({
      by: 'anna, approved by ben',
      reason: 'an <outage>',
      action: 'freeze-site',
    });
    expect(await elsewhere.get(done, ben)).toContain('Done: The whole site is frozen');
    expect(await pages.get('/_ops', anna)).not.toContain('asked for approval');
    expect(await pages.get(location, anna)).toContain('Approved by ben.');
  });

  it('is also one on the shell, or on several remotes, and one on a single remote is not', async () => {
    const several: [string, string][] = [
      ['remote', 'mf-agents'],
      ['remote', 'mf-demos'],
    ];
    const { location } = await act('rollback-several', 'dora', {}, several);
    expect(location).toMatch(/\/approvals\//);
    expect(await revision()).toBe(4);
    expect((await decide(location, 'anna', 'approve')).location).toBe('/_ops/revisions/5?done=1');
    expect(await current()).toMatchObject({ action: 'rollback', by: 'dora, approved by anna' });
    expect((await act('undo', 'dora')).location).toMatch(/\/approvals\//);
    expect((await act('freeze', 'dora', { remote: 'mf-agents', end: '60' })).location).toBe('/_ops/revisions/6?done=1');
    const { page } = await act('freeze', 'anna', { remote: 'shell', end: '60', sure: '' });
    expect(page).toContain('A second person has to approve this within an hour.');
    expect(await revision()).toBe(6);
  });

  it('is not approved by the person who asked, by a role that may not do it, or by nobody', async () => {
    const location = await ask();
    await expectUndone(await decide(location, 'anna', 'approve'), 403, 'You asked for this yourself');
    await expectUndone(await decide(location, 'cleo', 'approve'), 403, 'may not decide this');
    await expectUndone(await decide(location, 'dora', 'approve'), 403, 'may not decide this');
    const nobody = await pages.post('/_ops/act/approval', {
      approval: location.split('/').at(-1) ?? '',
      decision: 'approve',
    });
    await expectUndone(nobody, 403, 'Your session has ended. Nothing was done.');
    expect((await decide(location, 'ben', 'approve')).status).toBe(303);
  });

  it('is done once, however many approve it at once', async () => {
    const location = await ask();
    const answers = await Promise.all([
      decide(location, 'ben', 'approve'),
      decide(location, 'carl', 'approve', elsewhere),
      decide(location, 'ben', 'approve', elsewhere),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    for (const { page } of answers.filter(({ status }) => status === 409))
      expect(page).toMatch(/decided (?:already|it at the same)/);
    expect(await revision()).toBe(5);
  });

  it('is refused as stale when the site has changed meanwhile', async () => {
    const location = await ask();
    await act('freeze', 'dora', { remote: 'mf-demos', end: '60' });
    const { status, page } = await decide(location, 'ben', 'approve', elsewhere);
    expect(status).toBe(409);
    expect(page).toContain('The site has changed since this was asked for.');
    expect(page).not.toContain('Approve and do this');
    expect(await revision()).toBe(5);
  });

  it('expires after an hour', async () => {
    const location = await ask();
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_601_000);
    const answer = await decide(location, 'ben', 'approve');
    const overview = await pages.get('/_ops', await pages.logIn('ben'));
    jest.mocked(Date.now).mockRestore();
    await expectUndone(answer, 409, 'The hour for a second person is over.');
    expect(overview).not.toContain('asked for approval');
  });

  it('can be declined, or withdrawn by the person who asked, and is never approved after that', async () => {
    for (const [person, words] of [
      ['ben', 'Declined by ben.'],
      ['anna', 'Declined by anna.'],
    ] as const) {
      const location = await ask();
      expect((await decide(location, person, 'decline')).location).toBe(location);
      await expectUndone(await decide(location, 'carl', 'approve'), 409, words);
    }
  });

  it('is asked for once by a button that is pressed twice, and not at all when it cannot be done', async () => {
    expect(await ask()).toBe(await ask());
    await expectUndone(await act('unfreeze-site', 'anna'), 409, 'Nothing was changed: that is already so.');
    await expectUndone(await act('freeze-site', 'anna', { end: '60', expect: '3' }), 409, 'Another operator was first');
  });

  it('is not asked for by somebody who can only write into the store', async () => {
    const name = (await ask()).split('/').at(-1) ?? '';
    const note = (await store.approvals.readAll()).get(name) ?? '';
    await store.approvals.add('1-copied', note);
    await store.approvals.replace(name, note.replace('anna', 'carl'));
    for (const forged of ['1-copied', name]) {
      await expectUndone(await decide(`/${forged}`, 'ben', 'approve'), 404, 'There is no such request');
    }
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  Acts,
  activateRelease,
  type ReleasePlatform,
  type ReleaseStore,
  rollbackRelease,
  type SiteFollower,
  startCanary,
} from '../../platform/index.ts';
import { buildPublished } from '../../platform/testing/build-dist.ts';
import { buildPlatform, testPolicy } from '../../platform/testing/build-platform.ts';
import { copiesOf } from '../../platform/testing/build-published-site.ts';
import { buildPublishedShell, named } from '../../platform/testing/build-shell-dist.ts';
import { loadPages } from '../../platform/testing/load-pages.ts';
import { pretendingPool } from '../../platform/testing/pretending-pool.ts';
import { readNewest } from '../../platform/testing/read-switches.ts';
import { startFollower } from '../../platform/testing/start-follower.ts';
import { tamperWith } from '../../platform/testing/tamper.ts';
import { type Someone, type StaffPages, startStaffPages } from '../testing/start-staff-pages.ts';

const people = {
  anna: 'operate',
  ben: 'operate',
  cleo: 'read',
  dora: 'own=mf-agents',
  emil: 'own=mf-demos',
  otto: 'office',
} as const;
type Person = keyof typeof people;
const remote = 'mf-agents';
let store: ReleaseStore;
let platform: ReleasePlatform;
let follower: SiteFollower;
let pages: StaffPages<Person>;
let ids: string[];

/** Three releases, of which the first two were made live one after the other. */
const copySite = copiesOf(async (site) => {
  const published: string[] = [];
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) published.push(await buildPublished(site.store, { version }));
  for (const id of published.slice(0, 2)) {
    await activateRelease(site.platform, { remote, id, by: 'anna', reason: '', rules: [] });
  }
  return { ids: published };
});

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'log').mockImplementation(() => {});
  const site = await copySite();
  ({ store, ids } = site);
  // The gate has tests of its own.
  platform = { ...site.platform, createPool: () => pretendingPool, policy: { ...testPolicy } };
  // A form waits for what its server follows.
  follower = await startFollower(platform);
  pages = await startStaffPages(platform, people);
});

const post: StaffPages<Person>['post'] = (...asked) => pages.post(...asked);
const get: StaffPages<Person>['get'] = (...asked) => pages.get(...asked);
const logIn = (name: Person) => pages.logIn(name);
const tokenOf = (name: Person) => pages.tokenOf(name);

const current = async () => await readNewest(store);
const revision = async () => (await current())?.revision ?? 0;

async function act(name: string, { cookie, csrf }: Someone, fields: Readonly<Record<string, string>> = {}) {
  const expected = fields.expect ?? String(await revision());
  const form = { remote, reason: 'a reason', csrf, expect: expected, sure: 'yes', typed: 'whole site', ...fields };
  return post(`/_ops/act/${name}`, form, cookie);
}

/** Every act, in an order in which each can be done, and what its form says beside the reason. */
const inOrder = (): readonly [Acts.ActName, Record<string, string>?][] => [
  ['rollback'],
  ['undo'],
  ['rollback-several', { [`to ${remote}`]: ids[0] ?? '' }],
  ['canary', { id: ids[2] ?? '', share: '1, 100:30m, live' }],
  ['pause'],
  ['resume'],
  ['abort'],
  ['canary', { id: ids[2] ?? '', share: '10' }],
  ['promote'],
  ['freeze', { end: '60' }],
  ['unfreeze'],
  ['freeze-site', { end: '' }],
  ['unfreeze-site'],
  ['withdraw'],
  ['restore'],
  ['activate', { id: ids[1] ?? '' }],
];

describe('an act of the control room', () => {
  it('is offered to those whose role may, done by them, and by nobody else', async () => {
    const [cleo, emil, otto, dora, ben] = await Promise.all(
      (['cleo', 'emil', 'otto', 'dora', 'ben'] as const).map(async (name) => ({ name, ...(await logIn(name)) })),
    );
    if (!(cleo && emil && otto && dora && ben)) throw new Error('five people log in');
    for (const [person, isShown] of [
      [dora, true],
      [ben, true],
      [cleo, false],
      [emil, false],
    ] as const) {
      const page = await get(`/_ops/act/rollback?remote=${remote}`, person);
      expect([person.name, page.includes('name="reason"')]).toEqual([person.name, isShown]);
    }
    expect(new Set(inOrder().map(([name]) => name))).toEqual(new Set(Object.keys(Acts.acts)));
    for (const [name, fields] of inOrder()) {
      const start = await revision();
      const isOfSite = name.endsWith('-site');
      for (const person of [cleo, emil, otto, ...(isOfSite ? [dora] : [])]) {
        const { status } = await act(name, person, fields);
        expect([name, person.name, status, await revision()]).toEqual([name, person.name, 403, start]);
      }
      const who = isOfSite ? ben : dora;
      const { status, location } = await act(name, who, fields);
      expect([name, status, location]).toEqual([name, 303, `/_ops/revisions/${start + 1}?done=1`]);
      const action = name === 'rollback-several' ? 'rollback' : name;
      expect(await current()).toMatchObject({ revision: start + 1, by: who.name, reason: 'a reason', action });
    }
  });

  it('offers no form where there is nothing to go back to', async () => {
    const own = { remote: 'mf-demos', routes: [{ path: '/click-demos' }] };
    const by = { remote: own.remote, by: 'anna', reason: '', rules: [] };
    await activateRelease(platform, { ...by, id: await buildPublished(store, own) });
    const page = await get('/_ops/act/rollback?remote=mf-demos', await logIn('anna'));
    expect(page).toContain('There is no earlier release to roll back to');
    expect(page).not.toContain('name="reason"');
  });

  it('does with a plan, an end and a chosen release what the form said', async () => {
    const anna = await logIn('anna');
    await act('canary', anna, { id: ids[2] ?? '', share: '1, 100:30m, live', sure: 'yes' });
    const steps = [
      { percent: 1, minutes: 10 },
      { percent: 100, minutes: 30 },
    ];
    expect((await current())?.remotes[remote]?.canary).toMatchObject({ percent: 1, plan: { steps, promote: true } });
    await act('abort', anna);
    await act('canary', anna, { id: ids[2] ?? '', share: '12.5 %', sure: 'yes' });
    expect((await current())?.remotes[remote]?.canary).toMatchObject({ percent: 12.5 });
    await act('freeze', anna, { end: '60' });
    const { frozen = '', frozenUntil = '' } = (await current())?.remotes[remote] ?? {};
    expect(Math.abs(Date.parse(frozenUntil) - Date.parse(frozen) - 3_600_000)).toBeLessThan(5000);
    await act('rollback', anna, { id: ids[0] ?? '' });
    expect((await current())?.remotes[remote]?.live).toBe(ids[0]);
  });

  it('canary is read back before it is done, and after', async () => {
    const anna = await logIn('anna');
    const form = await get(`/_ops/act/canary?remote=${remote}`, anna);
    expect(form).not.toMatch(/<input[^>]* type="(?:radio|checkbox)"/);
    expect(form).toContain('name="share" value=""');
    for (const [share, words, promote] of [
      ['10', 'for 10 % of the visitors, until people change that. It never goes live by itself.', undefined],
      [
        '1, 5:1h',
        'for 1 % for 10 min, 5 % for 60 min, as long as it is no worse than the live release. After that it stays at 5 %. It never goes live by itself.',
        false,
      ],
      [
        '50, 100, live',
        'for 50 % for 10 min, 100 % for 10 min, as long as it is no worse than the live release. After that it goes live for everybody, by itself.',
        true,
      ],
    ] as const) {
      const start = await revision();
      const fields = { id: ids[2] ?? '', share, reason: 'a <try>', sure: '' };
      const { status, page } = await act('canary', anna, fields);
      expect(status).toBe(200);
      expect(page).toContain(`${ids[2]} ${words}`);
      expect(page).toContain('Nothing has changed yet.');
      expect(page).toContain('a &lt;try&gt;');
      const back = await act('canary', anna, { ...fields, sure: 'no' });
      expect(back.page).toContain(`name="share" value="${share}"`);
      expect(back.page).toContain('>a &lt;try&gt;</textarea>');
      expect(await revision()).toBe(start);
      const { location } = await act('canary', anna, { ...fields, sure: 'yes' });
      expect((await current())?.remotes[remote]?.canary?.plan?.promote).toBe(promote);
      expect(await get(location, anna)).toContain(`Done: ${remote} has a canary: ${ids[2]} ${words}`);
      await act('abort', anna);
    }
  });

  it('says in words what visitors get: at once for the release that its page names, else on a page of its own', async () => {
    const anna = await logIn('anna');
    const [first = '', , third = ''] = ids;
    const start = await revision();
    const page = await get(`/_ops/act/rollback?remote=${remote}`, anna);
    expect(page).toContain(`Visitors get ${remote} 1.0.0 instead of 1.1.0, within a second.`);
    expect(page).toContain(`name="told" value="${first}"`);
    expect(page.split(`value="${first}"`)).toHaveLength(3);
    const other = { sure: '', told: '', id: first };
    const { status, page: again } = await act('rollback', anna, other);
    expect(status).toBe(200);
    expect(again).toContain(`Visitors get ${remote} 1.0.0 instead of 1.1.0, within a second.`);
    expect(again).toContain('Nothing has changed yet.');
    const { page: unasked } = await act('activate', anna, { sure: '', id: third });
    expect(unasked).toContain(`Visitors get ${remote} 1.2.0 instead of 1.1.0, once it has passed the gate`);
    const { page: frozen } = await act('freeze', anna, { sure: '', end: '' });
    expect(frozen).toContain(`No new release of ${remote} goes live until somebody ends the freeze.`);
    const { page: several } = await act('rollback-several', anna, { sure: '', [`to ${remote}`]: first });
    expect(several).toContain(`Visitors get ${remote} 1.0.0 instead of 1.1.0, within a second.`);
    expect(await revision()).toBe(start);
    expect((await act('rollback', anna, { sure: '', told: first, id: first })).status).toBe(303);
    expect((await current())?.remotes[remote]?.live).toBe(first);
  });

  it('on the whole site is confirmed by typing, and by nothing else', async () => {
    const anna = await logIn('anna');
    const start = await revision();
    const form = await act('freeze-site', anna, { end: '', sure: '', typed: '' });
    expect(form.page).toContain('No new release of any remote goes live until somebody ends the freeze.');
    expect(form.page).toContain('name="typed"');
    for (const typed of ['', 'yes', remote]) {
      const { status, page } = await act('freeze-site', anna, { end: '', typed, reason: 'the <fair>' });
      expect([typed, status]).toEqual([typed, 422]);
      expect(page).toContain('Nothing was done. Type “whole site” to confirm.');
      expect(page).toContain('the &lt;fair&gt;');
    }
    expect(await revision()).toBe(start);
    expect((await act('freeze-site', anna, { end: '', typed: ' Whole site ' })).status).toBe(303);
    expect((await act('undo', anna, { sure: '', typed: '' })).page).toContain('name="typed"');
    expect((await act('undo', anna)).status).toBe(303);
  });

  it('that a freeze forbids has the end of the freeze at hand, for whoever may, and names no command', async () => {
    const [anna, dora] = [await logIn('anna'), await logIn('dora')];
    await act('freeze', anna, { end: '60' });
    const href = `href="/_ops/act/unfreeze?remote=${remote}"`;
    expect(await get(`/_ops/act/activate?remote=${remote}`, dora)).toContain(href);
    const refused = await act('activate', dora, { id: ids[2] ?? '' });
    expect(refused.status).toBe(409);
    expect(refused.page).toContain(href);
    expect(refused.page).not.toContain('npm run');
    expect(await get(`/_ops/act/rollback?remote=${remote}`, dora)).not.toContain(href);
    await act('unfreeze', anna);
    await act('freeze-site', anna, { end: '' });
    const ofSite = 'href="/_ops/act/unfreeze-site"';
    expect(await get(`/_ops/act/canary?remote=${remote}`, anna)).toContain(ofSite);
    const page = await get(`/_ops/act/canary?remote=${remote}`, dora);
    expect(page).not.toContain(ofSite);
    expect(page).toContain('Your role cannot end this freeze.');
  });

  it('that leads back to a release which was rolled back says by whom and why, until it was made live again', async () => {
    const anna = await logIn('anna');
    const [first = '', second = '', third = ''] = ids;
    await act('rollback', anna, { reason: 'its form loses <leads>' });
    const why = /It was rolled back at [^<]*, by anna: its form loses &lt;leads&gt;/;
    expect(await get(`/_ops/remotes/${remote}`, anna)).toContain(
      `: <bdi>anna</bdi> rolled <code>${second}</code> back`,
    );
    const releases = (await get(`/_ops/remotes/${remote}`, anna)).split('<h2 id="releases">')[1] ?? '';
    const rowOf = (id: string) => releases.split('<li ').find((row) => row.includes(`<code>${id}</code>`));
    expect(rowOf(second)).toMatch(why);
    expect(rowOf(first)).not.toMatch(why);
    for (const name of ['rollback', 'activate', 'canary']) {
      expect(await get(`/_ops/act/${name}?remote=${remote}&id=${second}`, anna)).toMatch(why);
    }
    expect(await get(`/_ops/act/activate?remote=${remote}&id=${third}`, anna)).not.toMatch(why);
    await act('activate', anna, { id: third });
    await activateRelease(platform, { remote, id: second, by: 'ben', reason: 'mended', rules: [] });
    expect(await get(`/_ops/remotes/${remote}`, anna)).not.toMatch(why);
  });

  it('of two people at the same instant is done once, and the other is told who was first, with what they had typed', async () => {
    const [anna, ben] = [await logIn('anna'), await logIn('ben')];
    const start = await revision();
    const answers = await Promise.all([
      act('rollback', anna, { reason: 'Anna saw it' }),
      act('rollback', ben, { reason: 'Ben saw it' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await revision()).toBe(start + 1);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.page).toMatch(/Another operator was first: #\d+ rollback of mf-agents to \S+ by (?:anna|ben)/);
    expect(loser?.page).toMatch(/>(?:Anna|Ben) saw it<\/textarea>/);
    expect(loser?.page).toContain(`name="expect" value="${start + 1}"`);
  });

  it('whose button was pressed twice is done once, and both presses are told that it is', async () => {
    const anna = await logIn('anna');
    const start = await revision();
    const fields = { reason: 'it fails', expect: String(start), id: ids[0] ?? '' };
    const answers = await Promise.all([act('rollback', anna, fields), act('rollback', anna, fields)]);
    answers.push(await act('rollback', anna, fields));
    const said = answers.map(({ status, location }) => `${status} ${location}`);
    expect(said).toEqual(Array(3).fill(`303 /_ops/revisions/${start + 1}?done=1`));
    expect(await revision()).toBe(start + 1);
    for (const other of [{ reason: 'something else' }, { id: ids[1] ?? '' }]) {
      expect((await act('rollback', anna, { ...fields, ...other })).status).toBe(409);
    }
    expect((await act('freeze', anna, fields)).status).toBe(409);
  });

  it('that was refused stands in the log, with who it was and why', async () => {
    const [anna, cleo] = [await logIn('anna'), await logIn('cleo')];
    expect(await get('/_ops/log', anna)).not.toContain('Refused');
    await act('rollback', anna, { expect: '1' });
    await act('freeze-site', cleo, { end: '' });
    await act('withdraw', { ...anna, csrf: 'of another session' });
    const page = await get('/_ops/log', anna);
    const [, list = ''] = page.split('<h2>Refused</h2>');
    const rows = list.split('<li>').slice(1);
    expect(rows[0]).toMatch(/The form is not from an open session\..*anna/s);
    expect(rows[1]).toMatch(/Nothing was done: cleo .* may not change the whole site/s);
    expect(rows[2]).toMatch(/Roll back: Another operator was first: #2 .*<bdi>anna/s);
    expect(rows).toHaveLength(3);
  });

  it('that undoes a revision which this server did not see yet goes by the remotes of that one', async () => {
    const [dora, emil] = [await logIn('dora'), await logIn('emil')];
    follower.stop();
    const elsewhere = buildPlatform(store);
    await rollbackRelease(elsewhere, { remote, by: 'anna', reason: '', rules: [] });
    const start = await revision();
    expect((await act('undo', emil)).status).toBe(403);
    expect(await revision()).toBe(start);
    const own = { remote: 'mf-demos', routes: [{ path: '/click-demos' }] };
    const id = await buildPublished(store, own);
    await activateRelease(elsewhere, { remote: own.remote, id, by: 'anna', reason: '', rules: [] });
    await startCanary(elsewhere, {
      ...{ remote: own.remote, by: 'anna', reason: '', rules: [], percent: 10 },
      id: await buildPublished(store, { ...own, version: '1.1.0' }),
    });
    expect((await act('undo', dora)).status).toBe(403);
    expect((await act('undo', emil)).status).toBe(303);
    expect(await current()).toMatchObject({ action: 'undo', by: 'emil', remote: 'mf-demos' });
  });

  it('whose session is over, or that another session began, is not done, and what was typed is there again', async () => {
    const start = await revision();
    const typed = { reason: 'Nobody can send <the form>', id: ids[0] ?? '' };
    const { status, page } = await act('rollback', { cookie: 'staff=over', csrf: 'x' }, typed);
    expect(status).toBe(403);
    expect(page).toContain('the form is there as you left it');
    const next = /name="next" value="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).not.toContain('Nobody');
    const { cookie, location } = await post('/_ops/login', { token: tokenOf('anna'), next });
    const again = await get(location, { cookie });
    expect(again).toContain('Nobody can send &lt;the form&gt;</textarea>');
    expect(again).toContain(`<option value="${ids[0]}" selected="">`);

    const anna = await logIn('anna');
    const before = await act('withdraw', { ...anna, csrf: 'of another session' }, { reason: 'one cent' });
    expect(before.status).toBe(403);
    expect(before.page).toContain('>one cent</textarea>');
    expect(before.page).toContain(`name="csrf" value="${anna.csrf}"`);
    expect(await revision()).toBe(start);
  });

  it('takes a reason of the length that its field takes, with line breaks as browsers send them', async () => {
    const text = `${'x'.repeat(498)}\ny`;
    const { status } = await act('rollback', await logIn('anna'), { reason: text.replace('\n', '\r\n') });
    expect([status, (await current())?.reason]).toEqual([303, text]);
  });

  it('with a field that is wrong is not done, and says in a sentence why', async () => {
    const [anna, start] = [await logIn('anna'), await revision()];
    for (const [name, fields, words] of [
      ['rollback', { reason: ' ' }, 'Roll back needs a reason for the log.'],
      ['rollback', { reason: 'x'.repeat(501) }, 'A reason has at most 500 characters, this one 501.'],
      ['rollback', { expect: '' }, 'The form does not name the revision that you saw'],
      ['rollback', { id: '<script>' }, 'is not a release id.'],
      ['activate', { id: '' }, 'Choose a release.'],
      ['canary', { id: '1.2.0-0a1b2c3d', share: '' }, 'Enter the percentage of visitors who get it.'],
      ['canary', { id: '1.2.0-0a1b2c3d', share: '0' }, 'above 0 and at most 100 percent'],
      ['canary', { id: '1.2.0-0a1b2c3d', share: '5, soon' }, 'is no share'],
      ['canary', { id: '1.2.0-0a1b2c3d', share: '12,5' }, 'Write a fraction with a point: 12.5.'],
      ['canary', { id: '1.2.0-0a1b2c3d', share: '5,25,live' }, 'A release goes live after 100 percent only'],
      ['freeze', { end: '-5' }, 'Choose when the freeze ends.'],
    ] as const) {
      const { status, page } = await act(name, anna, fields);
      expect([words, status]).toEqual([words, 422]);
      expect(page).toContain(words);
      const isEmpty = 'reason' in fields && fields.reason.trim() === '';
      const required =
        /<textarea id="reason"[^>]* aria-invalid="true"[^>]*>[^<]*<\/textarea><small class="wrong"[^>]*>Required\./;
      expect(required.test(page)).toBe(isEmpty);
      expect(page.match(/<script/g)).toHaveLength(1);
    }
    expect(await revision()).toBe(start);
  });
});

describe('the log of the room', () => {
  it('shows no way from a release to itself, and none for what only some visitors get', async () => {
    const anna = await logIn('anna');
    const canary = { id: ids[2] ?? '', sure: 'yes' };
    await act('canary', anna, { ...canary, share: '5' });
    await act('canary', anna, { ...canary, share: '10' });
    await act('freeze', anna, { end: '60' });
    const last = await revision();
    for (const number of [last - 2, last - 1, last]) {
      expect(await get(`/_ops/revisions/${number}`, anna)).not.toContain('→');
    }
    expect(await get('/_ops/log?action=canary', anna)).not.toContain('-&gt;');
    expect(await get('/_ops/act/undo', anna)).not.toContain('→');
    await act('abort', anna);
    expect(await get(`/_ops/revisions/${last + 1}`, anna)).toContain(`<code>${ids[2]}</code> → <code>${ids[1]}</code>`);
  });
});

describe('the control room', () => {
  it('is not shown to those of the office, on any of its pages', async () => {
    const otto = await logIn('otto');
    for (const path of [
      '',
      '/failures',
      '/log',
      `/remotes/${remote}`,
      '/revisions/1',
      '/act/rollback?remote=mf-agents',
    ]) {
      const { status, location } = await pages.send(`/_ops${path}`, null, { cookie: otto.cookie });
      expect([path, status, location]).toEqual([path, 303, '/_ops/inbox']);
    }
  });

  it('leads whoever logs in, also after a mistake, to the page that they asked for, and to no other site', async () => {
    const asked = `/_ops/act/rollback?remote=${remote}`;
    const { status, page } = await post('/_ops/login', { token: 'a-token-of-nobody', next: asked });
    expect(status).toBe(403);
    expect(page).toContain(`name="next" value="${asked}"`);
    const evil = await post('/_ops/login', { token: 'a-token-of-nobody', next: '//evil.example/_ops' });
    expect(evil.page).toContain('name="next" value=""');
    for (const [next, expected] of [
      [`/_ops/remotes/${remote}?page=2`, `/_ops/remotes/${remote}?page=2`],
      ['//evil.example/_ops', '/_ops'],
      ['/_ops/act/../../evil\r\nx: y', '/_ops'],
      ['https://evil.example', '/_ops'],
      ['/_ops/inbox/../../x', '/_ops'],
      ['/_ops/inbox\r\nx: y', '/_ops'],
    ] as const) {
      const { cookie, location } = await post('/_ops/login', { token: tokenOf('anna'), next });
      const on = await pages.send(location, null, { cookie });
      expect([next, on.location]).toEqual([next, expected]);
    }
  });

  it('names the browser step of the gate as missing where no browser is installed', async () => {
    const anna = await logIn('anna');
    const missing = /cannot open its pages in a browser, because no Chromium, Chrome or Edge is installed here/;
    const ask = () => get(`/_ops/act/activate?remote=${remote}`, anna);
    expect(await ask()).not.toMatch(missing);
    platform.policy.browsing = { loadPages, places: ['/no/such/chromium'] };
    expect(await ask()).toMatch(missing);
    expect(await get(`/_ops/act/freeze?remote=${remote}`, anna)).not.toMatch(missing);
  });

  it('names what differs where one confirms that a release goes live, or that a remote goes back', async () => {
    const anna = await logIn('anna');
    const next = await buildPublished(store, {
      routes: [{ title: 'My <b>agent</b>' }, { path: '/agents' }],
      files: { 'browser/page-my-agent.js': 'x'.repeat(5000) },
      output: { needs: { 'page-my-agent': { react: '^20.0.0' } } },
    });
    const page = await get(`/_ops/act/activate?remote=${remote}&id=${next}`, anna);
    for (const line of [
      'route /agents is added',
      'route /my-agent changes: title',
      'requires react: ^19.3.1 -&gt; ^20.0.0 (page-my-agent)',
    ]) {
      expect(page).toContain(`<li><bdi>${line}</bdi></li>`);
    }
    expect(page).toMatch(/<li><bdi>browser files, uncompressed: [\d,]+ -&gt; [5-9],\d{3} bytes<\/bdi><\/li>/);
    const back = await get(`/_ops/act/rollback?remote=${remote}`, anna);
    expect(back).toContain(`<code>${ids[1]}</code> → <code>${ids[0]}</code>`);
    expect(await get(`/_ops/act/activate?remote=${remote}`, anna)).not.toContain('What differs');
    const gone = await get(`/_ops/act/activate?remote=${remote}&id=9.9.9-00000000`, anna);
    expect(gone).toContain('What differs is not known: The store holds no release 9.9.9-00000000');
  });

  it('goes back and previews the shell as any remote, and says what its rollback and a release of a remote require of each other', async () => {
    const anna = await logIn('anna');
    const sharing = {
      'shell-build.json': (text: string) => text.replace('"react": "', '"kit/new": "1.0.0", "react": "'),
    };
    const of = { remote: 'shell', by: 'anna', reason: '', rules: [] };
    const older = await buildPublishedShell(store, named('older'));
    await activateRelease(platform, { ...of, id: older });
    await activateRelease(platform, { ...of, id: await buildPublishedShell(store, sharing) });
    const needs = { 'page-my-agent': { 'kit/new': '^1.0.0' } };
    const taking = await buildPublished(store, { version: '2.0.0', output: { needs } });
    const why = 'It takes kit/new from the shell, which does not share it.';
    const before = `a rollback of the shell to ${older} would be refused from then on: ${why}`;
    expect(await get(`/_ops/act/activate?remote=${remote}&id=${taking}`, anna)).toContain(before);
    const form = await get('/_ops/act/rollback?remote=shell', anna);
    expect(form).toContain('name="reason"');
    expect(form).not.toContain('would break');
    expect((await act('rollback', await logIn('dora'), { remote: 'shell' })).status).toBe(403);
    expect((await act('rollback', anna, { remote: 'shell' })).status).toBe(303);
    expect((await current())?.remotes.shell?.live).toBe(older);
    expect((await act('undo', anna)).status).toBe(303);
    const { page: previewed } = await act('preview', anna, { remote: 'shell', id: older, hours: '1' });
    expect(previewed).toMatch(/href="\/my-agent\?preview=/);
    await activateRelease(platform, { remote, by: 'anna', reason: '', rules: [], id: taking });
    const after = `this shell would break ${remote} ${taking} (live): ${why}`;
    expect(await get('/_ops/act/rollback?remote=shell', anna)).toContain(after);
    expect(await get(`/_ops/act/rollback?remote=${remote}`, anna)).not.toContain('would be refused');
  });

  it('shows a preview only to those who may change the remote, and none of what was tampered with', async () => {
    for (const [person, status] of [
      ['cleo', 403],
      ['emil', 403],
      ['dora', 200],
    ] as const) {
      const answer = await act('preview', await logIn(person), { id: ids[2] ?? '', hours: '1' });
      expect([person, answer.status, /href="\/my-agent\?preview=/.test(answer.page)]).toEqual([
        person,
        status,
        status === 200,
      ]);
    }
    await tamperWith(store, ids[2] ?? '').overwrite('browser/remoteEntry.js', () => 'evil()');
    const refused = await act('preview', await logIn('dora'), { id: ids[2] ?? '', hours: '1' });
    expect(refused.status).toBe(409);
    expect(refused.page).not.toContain('?preview=');
  });

  it('shows what was known while the store is away, says so, and changes nothing', async () => {
    const anna = await logIn('anna');
    await startCanary(platform, { remote, id: ids[2] ?? '', percent: 5, by: 'anna', reason: '', rules: [] });
    await get('/_ops', anna);
    jest.spyOn(store.log, 'list').mockRejectedValue(new Error('The disk is gone.'));
    jest.spyOn(store.endedSessions, 'readAll').mockRejectedValue(new Error('The disk is gone.'));
    const page = await get('/_ops', anna);
    expect(page).toContain('The release store is unavailable.');
    expect(page).toContain('The disk is gone.');
    expect(page).toContain(ids[1]);
    expect(page).toContain('◆ canary 5 %');
    const answer = await act('abort', anna, { reason: 'it fails', expect: '3' });
    expect(answer.status).toBe(409);
    expect(answer.page).toContain('>it fails</textarea>');
  });
});

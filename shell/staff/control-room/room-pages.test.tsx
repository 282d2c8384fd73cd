import { describe, expect, it } from '@jest/globals';
import type { Composition } from 'kit/contracts/composition';
import type { FailureCounts } from '../../platform/index.ts';
import { renderPage } from '../staff-page.tsx';
import { buildFigures, buildIncident, buildRemote, buildRoom, buildSession, hour, now } from '../testing/build-room.ts';
import { FailuresPage } from './failures-page.tsx';
import { stateOfServer } from './load-room.ts';
import { filterLog, LogPage, logFilterOf } from './log-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { RemotePage } from './remote-page.tsx';
import { RevisionPage } from './revision-page.tsx';
import type { RoomRemote, RoomServer } from './room.tsx';

const hostile = `"><script>alert(1)</script>'&\u202e${'x'.repeat(150)}`;
const [live, before] = ['1.1.0-0a1b2c3d', '1.0.0-0a1b2c3d'];
const overview = (
  parts: Parameters<typeof buildRoom>[0],
  role: Parameters<typeof buildSession>[0] = { kind: 'operate' },
  waiting: Record<string, string> = {},
) => {
  const page = <OverviewPage room={buildRoom(parts)} waiting={new Map(Object.entries(waiting))} isRefreshed />;
  return renderPage(buildSession(role), page);
};

const remotePage = ({
  remote = buildRemote(),
  releases = [],
  problem = null,
  ...props
}: Partial<Parameters<typeof RemotePage>[0] & Parameters<typeof RemotePage>[0]['list']> = {}) => {
  const page = {
    room: buildRoom(),
    page: 1,
    changes: null,
    origins: new Map(),
    ...props,
    remote,
    list: { releases, problem },
  };
  return renderPage(buildSession(), <RemotePage {...page} />);
};

const failuresPage = (
  props: Partial<Parameters<typeof FailuresPage>[0]>,
  role?: Parameters<typeof buildSession>[0],
) => {
  const page = { room: buildRoom(), failures: [], count: 1, remote: '', problem: null, ...props };
  return renderPage(buildSession(role), <FailuresPage {...page} />);
};

/** The remotes in the order of their rows. */
const rowsOf = (page: string) =>
  [...page.matchAll(/<th scope="row"><a href="[^"]+">([\w-]+)</g)].map(([, name]) => name);

describe('the overview of the control room', () => {
  it('has a first link that skips the bar and the tabs', () => {
    const page = overview({});
    expect(page).toMatch(/<body><a class="skip" href="#content">Skip to the content<\/a>/);
    const [before, after] = page.split('<main id="content" tabindex="-1">');
    expect(before).toContain('aria-label="Control room"');
    expect(after).not.toContain('<nav');
  });

  it('says in its first sentence that nothing fails, or which remotes need somebody', () => {
    expect(overview({})).toContain('● No remote is failing.');
    const withdrawn = { since: '2026-11-22T13:00:00.000Z', reason: 'it sells for one cent' };
    const ill = buildRemote({ name: 'mf-demos', state: { live, previous: null, withdrawn } });
    const page = overview({ remotes: [buildRemote(), ill] });
    expect(page).toContain('▲ 1 of 2 remotes needs attention: mf-demos.');
    expect(rowsOf(page)).toEqual(['mf-demos', 'mf-agents']);
  });

  it.each([
    ['operate', { kind: 'operate' }, ['mf-agents', 'mf-demos'], true],
    ['own', { kind: 'own', remotes: ['mf-demos'] }, ['mf-demos'], false],
    ['read', { kind: 'read' }, [], false],
  ] as const)('offers the role %s what it may do, and no more', (_, role, mayChange, mayFreezeSite) => {
    const page = overview({ remotes: [buildRemote(), buildRemote({ name: 'mf-demos' })] }, role);
    for (const name of ['mf-agents', 'mf-demos']) {
      expect(page.includes(`/_ops/act/rollback?remote=${name}`)).toBe((mayChange as readonly string[]).includes(name));
    }
    expect(page.includes('/_ops/act/freeze-site')).toBe(mayFreezeSite);
  });

  it('says that the store is away, and of what moment it shows what was known', () => {
    const page = overview({ knownSince: now - 90_000, problems: ['The bucket does not answer.'] });
    expect(page).toContain('The release store is unavailable.');
    expect(page).toContain('This page shows the state of 13:58:30 UTC');
    expect(page).toContain('◆ The health of the site is unknown. No remote was failing at 13:58:30 UTC.');
    expect(page).toContain('The bucket does not answer.');
    expect(page).toContain(live);
  });

  it('names page and browser of what fails, leads to its failures, and says what its counts cover', () => {
    const health = { id: live, views: 60, failures: 12, networks: 50, failedNetworks: 12 };
    const seen = { health, evaluation: { kind: 'failing' }, isOver: false };
    // What the room reads of a verdict.
    const verdict = { isFailingNow: true, live: seen } as unknown as RoomRemote['verdict'];
    const worst = { page: '/my-agent', browser: 'Chrome 142' };
    const page = overview({ remotes: [buildRemote({ verdict, worst })] });
    expect(page).toContain(
      `${live} fails: 12 of 60 page views since it went live, on all servers, in 12 of 50 networks.</strong> Most of them on <bdi>/my-agent</bdi> in <bdi>Chrome 142</bdi>. <a href="/_ops/failures?remote=mf-agents">Show its failures`,
    );
    expect(page).toContain('12 of 60 since live');
    expect(overview({ remotes: [buildRemote({ verdict })] })).toContain('Show its failures');
  });

  it('says that a newer release waits, and where', () => {
    const withWaiting = (id: string) => overview({}, { kind: 'operate' }, { 'mf-agents': id });
    const page = withWaiting('1.4.2-0a1b2c3d');
    expect(page).toContain('<a href="/_ops/remotes/mf-agents#releases">1.4.2 is published, not live</a>');
    expect(withWaiting('1.1.0-ffffffff')).toContain('>1.1.0-ffffffff is published');
    expect(overview({})).not.toContain('is published');
  });

  it('names a server that lags, one that fell silent, and one that serves another release than the live one', () => {
    const server: RoomServer = {
      ...{ name: 'web-1', revision: 7, since: '2026-11-22T12:00:01.000Z', version: '1.0.0', fallbacks: {} },
      ...{ heardAt: now - 1000, state: 'serves' },
    };
    const page = overview({
      servers: [
        { ...server, name: 'web-2', revision: 5, state: 'lags' },
        { ...server, name: 'web-3', heardAt: now - 2 * hour, state: 'silent' },
        { ...server, fallbacks: { 'mf-agents': before } },
      ],
    });
    expect(page).toContain('1 of 3 servers lags behind.');
    expect(page).toContain('▲ lags behind 7');
    expect(page).toContain('◆ no heartbeat for 2 hours');
    expect(page).toContain(`serves <code>${before}</code> of mf-agents`);
  });

  it('says in plain words what is not there yet', () => {
    const page = overview({ remotes: [], revision: 0 });
    for (const words of ['Nothing is live yet.', 'No remote has a path on this site yet.', 'No changes yet.']) {
      expect(page).toContain(words);
    }
  });

  it('shows whatever people and browsers wrote as text', () => {
    const switched = {
      revision: 7,
      at: '',
      by: hostile,
      action: 'activate',
      remote: 'mf-agents',
      from: null,
      to: live,
    } as const;
    const page = overview({
      remotes: [
        buildRemote({
          switched: { ...switched, reason: hostile, key: hostile },
          origin: { commit: hostile, author: hostile, pullRequest: hostile },
        }),
      ],
      log: [{ ...switched, at: '2026-11-22T12:00:00.000Z', reason: hostile, key: hostile }],
      incidents: [buildIncident({ text: hostile })],
      siteFreeze: { since: '', until: undefined, reason: hostile, isOfSite: true },
      servers: [
        {
          name: hostile,
          revision: 1,
          since: hostile,
          version: hostile,
          fallbacks: { [hostile]: hostile },
          heardAt: now,
          state: 'serves',
        },
      ],
      problems: [hostile],
    });
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('gives each of 50 remotes one row, those that need somebody first', () => {
    const state = { live, previous: before };
    const withdrawn = { since: '2026-11-22T13:00:00.000Z', reason: 'it sells for one cent' };
    const remotes = Array.from({ length: 50 }, (_, index) =>
      buildRemote({
        name: `mf-squad-${index}`,
        ...(index === 30 && { state: { ...state, withdrawn } }),
        ...(index === 40 && { state: { ...state, canary: { id: '2.0.0-0a1b2c3d', percent: 5 } } }),
      }),
    );
    const told = buildIncident({ about: 'mf-squad-9', at: new Date(now - hour).toISOString() });
    const page = overview({ remotes, incidents: [told] });
    expect(rowsOf(page)).toHaveLength(50);
    expect(rowsOf(page).slice(0, 3)).toEqual(['mf-squad-30', 'mf-squad-9', 'mf-squad-40']);
    expect(page.match(/href="\/_ops\/act\/rollback\?remote=/g)).toHaveLength(49);
    expect(overview({ remotes }, { kind: 'read' })).not.toContain('/_ops/act/');
    expect(page.length).toBeLessThan(120_000);
  });

  it('says where each live release comes from, and what limits its remote', () => {
    const origin = { commit: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', author: 'Anna', pullRequest: '#42' };
    const [since, canary] = ['2026-11-22T12:00:00.000Z', { id: '2.0.0-0a1b2c3d', percent: 5 }];
    const freeze = { since: '', until: '2026-11-22T15:00:00.000Z', reason: '', isOfSite: false };
    const page = overview({
      remotes: [buildRemote({ origin, freeze, state: { live, previous: before, since, canary } })],
    });
    expect(page).toContain('<small><code>0a1b2c3d4e</code>, <bdi>Anna</bdi>, <bdi>#42</bdi></small>');
    expect(page).toContain('<p>5 %: <code>2.0.0-0a1b2c3d</code></p>');
    expect(page).toContain('Frozen<small>until <time dateTime="2026-11-22T15:00:00.000Z">2026-11-22 15:00 UTC');
    expect(page).toContain('2 hours<small>');
  });

  it('has no field to fill in, and is refreshed by itself until somebody stops that', () => {
    expect(overview({})).not.toMatch(/<(?:textarea|select|input(?! type="hidden"))/);
    expect(overview({})).toContain('data-refresh="15"');
    const still = renderPage(
      buildSession(),
      <OverviewPage room={buildRoom()} waiting={new Map()} isRefreshed={false} />,
    );
    expect(still).not.toContain('data-refresh=');
  });

  it('has the end of a canary at hand, not the way back of the good release beside it', () => {
    const canary = { id: '2.0.0-0a1b2c3d', percent: 5 };
    const health = { views: 70, failures: 14, networks: 70, failedNetworks: 14 };
    const seen = (id: string, kind: string) => ({ health: { ...health, id }, evaluation: { kind } });
    const rowWith = (live_: string, other: string) => {
      const verdict = { isFailingNow: false, live: seen(live, live_), canary: seen(canary.id, other) };
      const state = { live, previous: before, canary };
      // What the room reads of a verdict.
      return overview({ remotes: [buildRemote({ state, verdict: verdict as unknown as RoomRemote['verdict'] })] });
    };
    const ofCanary = rowWith('fine', 'failing');
    expect(ofCanary).toContain('▲ canary failing');
    expect(ofCanary).toContain('href="/_ops/act/abort?remote=mf-agents"');
    expect(ofCanary).not.toContain('/_ops/act/rollback?');
    expect(rowWith('failing', 'fine')).toContain('href="/_ops/act/rollback?remote=mf-agents"');
  });

  it('shows what this server counted of the live release, and rates what is not good', () => {
    const rowOf = (lcp: number) => overview({ remotes: [buildRemote({ figures: [buildFigures(live, { lcp })] })] });
    expect(rowOf(1.2)).toContain('<td data-label="LCP, p75">1.2 s</td><td data-label="INP, p75">–</td>');
    expect(rowOf(2.6)).toContain('<td data-label="LCP, p75">2.6 s ◆<span class="hidden"> needs work</span></td>');
    expect(rowOf(1.2)).toContain('of this server since <time dateTime="2026-11-22T13:00:00.000Z">2026-11-22 13:00 UTC');
  });

  it('draws the page views of the last minutes with the same in words, and nothing where there were none', () => {
    const draw = (...views: number[]) =>
      overview({ remotes: [buildRemote({ recent: views.map((count) => ({ views: count, failures: 1 })) })] });
    const page = draw(12, 40, 20);
    expect(page).toContain(
      '<title>Page views of the last 3 minutes on this server: 12 to 40 a minute, 3 failed</title><path d="M0,16.8L60,0L120,12"></path>',
    );
    expect(page).toContain('role="img"');
    for (const views of [[], [5], [0, 0]]) expect(draw(...views)).not.toContain('<svg');
  });

  it('shows 50 remotes that need somebody, and stays a page that a phone can load', () => {
    const withdrawn = { since: '2026-11-22T13:00:00.000Z', reason: 'it sells for one cent' };
    const state = { live, previous: before, withdrawn };
    const figures = [buildFigures(live), buildFigures(before)];
    const remotes = Array.from({ length: 50 }, (_, index) =>
      buildRemote({ name: `mf-squad-${index}`, state, figures }),
    );
    expect(overview({ remotes }).length).toBeLessThan(200_000);
  });
});

describe('a server', () => {
  const sees = { now, countsFor: 10_000, current: 7, revisedAt: new Date(now - 60_000).toISOString() };
  const serving = { revision: 7, since: '', version: '', instead: {} };
  const head = { revision: 7, serving, writtenAt: now - 1000 };
  it.each([
    ['serves', head, sees],
    ['lags', { ...head, revision: 6 }, sees],
    ['lags', { ...head, serving: { ...serving, revision: 6 } }, sees],
    ['loads', { ...head, revision: 6 }, { ...sees, revisedAt: new Date(now - 2000).toISOString() }],
    ['lags', { ...head, revision: 6 }, { ...sees, revisedAt: new Date(now + hour).toISOString() }],
    ['silent', { ...head, writtenAt: now - 11_000 }, sees],
  ] as const)('%s when it says %j', (state, said, known) => {
    expect(stateOfServer(said, known)).toBe(state);
  });
});

describe('a remote of the control room', () => {
  it('names commit, author and pull request of the live release as text, and nothing where they are unknown', () => {
    const pageOf = (origin: RoomRemote['origin']) => remotePage({ remote: buildRemote({ origin }) });
    const commit = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';
    const page = pageOf({ commit, author: 'Anna <b>', pullRequest: '#42' });
    expect(page).toContain('<code>0a1b2c3d4e</code>, <bdi>Anna &lt;b&gt;</bdi>, <bdi>#42</bdi>');
    expect(pageOf({ commit: `${commit}-dirty` })).toContain('<code>0a1b2c3d4e with local changes</code>');
    for (const origin of [null, { commit: null }]) expect(pageOf(origin)).not.toContain('<small><code>');
  });

  it('has the figures of its live release and of the one before, and says what was not measured', () => {
    const remote = buildRemote({ figures: [buildFigures(live, { views: 1000, failures: 12, lcp: 4.4 })] });
    const page = remotePage({ remote });
    expect(page).toContain(
      '<td data-label="Failed">1.2 %</td><td data-label="LCP, p75">4.4 s<small>▲ poor</small></td>',
    );
    expect(page).toContain(`previous<small><code>${before}</code></small></th><td data-label="Page views">–</td>`);
  });

  it('has every moment as a time, which the script shows in the zone of the reader', () => {
    const since = '2026-11-22T12:00:00.000Z';
    const plan = { steps: [1, 25].map((percent) => ({ percent, minutes: 10 })), step: 0, promote: false };
    const canary = { id: '2.0.0-0a1b2c3d', percent: 1, since, plan };
    const freeze = { since, until: since, reason: 'the fair', isOfSite: false };
    const pageOf = (paused?: { since: string; reason: string }) => {
      const state = {
        live,
        previous: before,
        since,
        canary: { ...canary, plan: { ...plan, ...(paused && { paused }) } },
      };
      return remotePage({ remote: buildRemote({ freeze, state }) });
    };
    for (const page of [pageOf(), pageOf({ since, reason: 'lunch' })]) {
      expect(page).toContain(`since <time dateTime="${since}">2026-11-22 12:00 UTC</time>`);
      expect(page.replaceAll(/<time.*?<\/time>/g, '')).not.toContain('UTC');
    }
  });

  it('offers no way back where nothing was live before', () => {
    const releases = (is: 'never live' | 'was live') => [
      { id: live, publishedAt: '2026-11-22T12:00:00.000Z', is: 'live' as const },
      { id: before, publishedAt: '2026-11-22T11:00:00.000Z', is },
    ];
    const remote = buildRemote({ state: { live, previous: null } });
    expect(remotePage({ remote, releases: releases('never live') })).not.toContain('Roll back');
    expect(remotePage({ remote, releases: releases('was live') })).toContain('>Roll back</a>');
  });

  it('offers a canary before a release goes live for everybody', () => {
    const page = remotePage({ releases: [{ id: '1.2.0-0a1b2c3d', publishedAt: '', is: 'never live' }] });
    expect(page).toMatch(/\/_ops\/act\/canary\?.*\/_ops\/act\/activate\?/s);
  });

  it('says once what its store says, on each page', () => {
    const problem = 'The bucket does not answer.';
    const page = remotePage({ room: buildRoom({ problems: [problem] }), problem });
    expect(page.split(problem)).toHaveLength(2);
  });

  it('lists 300 releases by twenties, each with what can be done', () => {
    const releases = Array.from({ length: 300 }, (_, index) => ({
      ...{ id: `1.0.${index}-0a1b2c3d`, publishedAt: '2026-11-22T12:00:00.000Z', is: 'was live' as const },
    }));
    const origins = new Map([['1.0.299-0a1b2c3d', { commit: null, author: '<Anna>' }]]);
    const page = remotePage({ releases, origins, page: 15 });
    expect(page).toContain('<small><bdi>&lt;Anna&gt;</bdi></small>');
    expect(page.match(/Roll back to it/g)).toHaveLength(20);
    expect(page).toContain('1.0.299-0a1b2c3d');
    expect(page).not.toContain('>Older<');
  });
});

describe('the page of the shell in the control room', () => {
  it('offers what can be done with any remote, but no withdrawal', () => {
    const offersOf = (name: string) => {
      const page = remotePage({ remote: buildRemote({ name, state: { live, previous: before } }) });
      return [...page.matchAll(/\/_ops\/act\/([a-z-]+)\?/g)].map(([, act]) => act);
    };
    expect(offersOf('mf-agents')).toEqual(['rollback', 'freeze', 'withdraw']);
    expect(offersOf('shell')).toEqual(['rollback', 'freeze']);
  });
});

it('a change that was made is not said to be impossible where the store answers late', () => {
  const revision = {
    ...{ revision: 7, action: 'freeze', remote: 'mf-agents', from: live, to: live, by: 'Anna', reason: 'The fair' },
    ...{ at: new Date(now).toISOString(), remotes: {} },
  } as unknown as Composition;
  const room = buildRoom({ knownSince: now - 90_000, problems: ['The store has not answered for 4 seconds.'] });
  const pageWith = (isDone: boolean) =>
    renderPage(buildSession(), <RevisionPage {...{ room, revision, isDone }} number={7} signedWith={null} />);
  expect(pageWith(false)).toContain('nothing can be changed');
  expect(pageWith(true)).toContain('Done: mf-agents is frozen');
  expect(pageWith(true)).not.toMatch(/nothing can be changed|is unavailable/);
  expect(pageWith(true)).toContain('The change is made. The release store answers late: the rest of this page shows');
});

describe('the failures of the control room', () => {
  const failure: FailureCounts.FailureGroup = {
    ...{ id: '0a1b2c3d4e5f', remote: 'mf-agents', release: live, kind: 'render', message: hostile },
    stack: [
      { function: hostile, script: hostile, line: 1, column: 2, source: { file: hostile, line: 42, text: hostile } },
      { function: '', script: '/remotes/x.js', line: 3, column: 4, source: null },
    ],
    ...{ browsers: { [hostile]: 3 }, pages: { [hostile]: 3 }, set: hostile },
    ...{ firstSeen: now - hour, lastSeen: now, count: 1300, networks: 21, releases: { [live]: 1300 } },
  };
  const page = (role: Parameters<typeof buildSession>[0]) =>
    failuresPage({ failures: [{ ...failure, href: '/my-agent?preview=x' }] }, role);

  it('show message, place, browser, page and count as text, and lead to the rollback and to the page as it was seen', () => {
    const markup = page({ kind: 'operate' });
    expect(markup).not.toContain('<script>alert');
    expect(markup).toContain('1,300 times in seven days, on all servers, in about 21 networks');
    expect(markup).toContain(':42</code>');
    expect(markup).toContain('/remotes/x.js:3:4');
    expect(markup).toContain('href="/_ops/act/rollback?remote=mf-agents"');
    expect(markup).toContain('href="/my-agent?preview=x"');
  });

  it('say that going back ends nothing where the release before has the same failure', () => {
    const shown = (releases: Record<string, number>) =>
      failuresPage({ failures: [{ ...failure, releases, href: null }] });
    expect(shown({ [live]: 3, [before]: 3 })).toContain('rolling back does not end it');
    expect(shown({ [live]: 3 })).not.toContain('rolling back does not end it');
    expect(shown({ '0.9.0-0a1b2c3d': 3 })).toContain('No visitor gets a release with this failure any more.');
  });

  it('are chosen by a list where there are too many remotes for links', () => {
    const remotes = Array.from({ length: 50 }, (_, index) => buildRemote({ name: `mf-squad-${index}` }));
    const markup = failuresPage({ room: buildRoom({ remotes }), count: 0, remote: 'mf-squad-7' });
    expect(markup).toContain('<option value="mf-squad-7" selected="">');
    expect(markup).not.toContain('class="choices"');
  });

  it.each([
    ['load', 'The page did not load'],
    ['timeout', 'The page did not load in time'],
    ['server rendering', 'could not be rendered on the server'],
  ] as const)('of the kind %s say what happened where no browser said why', (kind, words) => {
    const failures = [{ ...failure, kind, message: '', stack: [], href: null }];
    expect(failuresPage({ failures })).toContain(words);
  });

  it('offer no rollback to who may only read', () => {
    expect(page({ kind: 'read' })).not.toContain('/_ops/act/');
    expect(page({ kind: 'own', remotes: ['mf-demos'] })).not.toContain('/_ops/act/');
  });
});

describe('the log of the control room', () => {
  const entry = { revision: 1, at: '2026-11-22T12:00:00.000Z', by: 'anna', reason: 'Prices', key: 'site' } as const;
  const log = [
    { ...entry, action: 'activate', remote: 'mf-agents', from: null, to: live },
    { ...entry, action: 'rollback', remote: 'mf-demos', from: live, to: before, by: 'guard', reason: 'it fails' },
  ] as const;

  it.each([
    ['remote=mf-agents', ['activate']],
    ['action=rollback', ['rollback']],
    ['by=guard&words=FAILS', ['rollback']],
    ['by=guard&remote=mf-agents', []],
    ['', ['activate', 'rollback']],
  ])('is filtered by %j', (query, actions) => {
    expect(filterLog(log, logFilterOf(new URLSearchParams(query))).map(({ action }) => action)).toEqual(actions);
  });

  it('names changes in plain words', () => {
    const ended = { ...entry, action: 'abort', remote: 'mf-agents', from: live, to: live } as const;
    const filter = logFilterOf(new URLSearchParams());
    const page = renderPage(buildSession(), <LogPage room={buildRoom({ log: [ended, ...log] })} filter={filter} />);
    for (const name of ['canary ended', 'activate', 'rollback']) expect(page).toContain(`<strong>${name}</strong>`);
  });

  it('takes any filter, and says that nothing is like it', () => {
    const filter = logFilterOf(
      new URLSearchParams({ remote: hostile, action: hostile, by: hostile, words: hostile, page: '-1' }),
    );
    const page = renderPage(buildSession(), <LogPage room={buildRoom({ log })} filter={filter} />);
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('No change matches.');
  });
});

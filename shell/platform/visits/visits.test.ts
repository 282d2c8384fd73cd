import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openFolderStore } from '../store/open-store.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { buildFolder } from '../testing/build-dist.ts';
import { compactVisits } from './compact-visits.ts';
import { lastBin, percentile } from './histogram.ts';
import { dayLimits, hourLimits, mergeFiles } from './merge-visits.ts';
import { readFailures, type StackMapper } from './read-failures.ts';
import { readVisits, sumVisits } from './read-visits.ts';
import { type CountedFailure, type CountedVisit, networkLimits, VisitCounter } from './visit-counter.ts';
import type { FailureCount, ReleaseVisits, StackFrame } from './visit-counts.ts';
import { day, hour } from './visit-files.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const month = { from: noon - 31 * day, to: noon + day };
const unmapped = { map: async (stack: readonly StackFrame[]) => stack.map((frame) => ({ ...frame, source: null })) };

let store: ReleaseStore;
let folder: string;
let counter: VisitCounter;

beforeEach(async () => {
  const dataDir = await buildFolder();
  folder = join(dataDir, 'releases/visits');
  store = openFolderStore(dataDir);
  counter = new VisitCounter();
});

const visit = (overrides: Partial<CountedVisit> = {}): CountedVisit => ({
  ...{ remote: 'mf-agents', release: '1.0.0-0a1b2c3d', role: 'live', page: '/my-agent', set: '12', network: 'n1' },
  ...overrides,
});

const failure = (overrides: Partial<CountedFailure> = {}): CountedFailure => ({
  ...visit(),
  ...{ kind: 'render', message: 'TypeError: x is not a function', browser: 'Firefox 140' },
  stack: [{ function: 'Portal', script: '/remotes/mf-agents/1.0.0-0a1b2c3d/browser/page.js', line: 1, column: 20 }],
  ...overrides,
});

const totals = async (span = month) => sumVisits((await readVisits(store, span)).visits);

describe('what shell servers count of visits', () => {
  it('is the sum of all of them, by release, role, page and hour, and by release set', async () => {
    const other = new VisitCounter();
    counter.countView(visit(), { isFailed: false }, noon);
    counter.countView(visit({ network: 'n2' }), { isFailed: true }, noon + 1);
    counter.countVitals(visit(), { lcp: 1.2, cls: 0 }, noon);
    other.countView(visit(), { isFailed: false }, noon);
    other.countView(visit({ role: 'canary', release: '1.1.0-0a1b2c3d', set: '12+' }), { isFailed: false }, noon + hour);
    await counter.report(store.visits, 'one', noon);
    await other.report(store.visits, 'two', noon + hour);
    const { visits, sets, problems } = await readVisits(store, month);
    expect(problems).toEqual([]);
    expect(visits).toMatchObject([
      { role: 'live', page: '/my-agent', start: noon, length: hour, views: 3, failures: 1 },
      { role: 'canary', release: '1.1.0-0a1b2c3d', start: noon + hour, views: 1, failures: 0 },
    ]);
    expect(sets).toMatchObject([
      { set: '12', views: 3, failures: 1 },
      { set: '12+', views: 1 },
    ]);
    // The first network met both servers.
    expect(sumVisits(visits)).toMatchObject({ views: 4, networks: 2 });
    expect(percentile(sumVisits(visits).vitals.lcp, 0.75)).toBeCloseTo(1.2, 1);
    expect(await totals({ from: noon + hour, to: noon + 2 * hour })).toMatchObject({ views: 1 });
  });

  it('takes a view back that hydrated and failed later', async () => {
    counter.countView(visit(), { isFailed: false }, noon);
    expect(counter.takeBackView(visit(), noon)).toBe(true);
    expect(counter.takeBackView(visit(), noon)).toBe(false);
    await counter.report(store.visits, 'one', noon);
    expect(await totals()).toMatchObject({ views: 1, failures: 1 });
  });

  it('groups failures by release, kind, message and stack, with who saw them where', async () => {
    counter.countFailure(failure(), noon);
    counter.countFailure(failure({ network: 'n2', browser: 'Chrome 141', page: '/', set: '13' }), noon + 5);
    counter.countFailure(failure({ message: 'RangeError' }), noon + 6);
    await counter.report(store.visits, 'one', noon);
    const { failures } = await readFailures(store, month, unmapped);
    expect(failures).toMatchObject([
      {
        ...{ count: 2, networks: 2, firstSeen: noon, lastSeen: noon + 5, set: '13' },
        browsers: { 'Firefox 140': 1, 'Chrome 141': 1 },
        pages: { '/my-agent': 1, '/': 1 },
        stack: [{ function: 'Portal', source: null }],
      },
      { message: 'RangeError', count: 1, networks: 1 },
    ]);
  });
});

describe('a failure', () => {
  const at = (release: string, line: number) => ({
    release,
    stack: [{ function: 'Portal', script: `/remotes/mf-agents/${release}/browser/page.js`, line, column: 9 }],
  });

  it('of several releases is one, by the line of the source that threw, with how often each release had it', async () => {
    const [old, next] = ['1.0.0-0a1b2c3d', '1.1.0-0a1b2c3d'];
    counter.countFailure(failure({ ...at(old, 1), network: 'n1' }), noon);
    counter.countFailure(failure({ ...at(next, 7), network: 'n2', set: '13' }), noon + 5);
    counter.countFailure(failure({ ...at(next, 7), network: 'n1', set: '13' }), noon + 6);
    await counter.report(store.visits, 'one', noon);
    const source = (line: number, text: string) => ({ file: 'src/pages/portal.tsx', line, text });
    const mapped = (text: string): StackMapper => ({
      map: async (stack) => stack.map((frame) => ({ ...frame, source: source(frame.line + 40, text) })),
    });
    const { failures } = await readFailures(store, month, mapped('clients.map(show)'));
    expect(failures).toMatchObject([
      {
        ...{ release: next, releases: { [old]: 1, [next]: 2 }, set: '13', count: 3, networks: 2 },
        ...{ firstSeen: noon, lastSeen: noon + 6, stack: [{ source: { line: 47 } }] },
      },
    ]);
    // Of a map without the source itself, the number of the line is all that tells places apart.
    expect((await readFailures(store, month, mapped(''))).failures).toHaveLength(2);
  });

  it('that no browser gave a message of is one for each remote and kind, however many releases had it', async () => {
    for (const release of ['1.0.0-0a1b2c3d', '1.1.0-0a1b2c3d', '1.2.0-0a1b2c3d']) {
      for (const kind of ['load', 'timeout'] as const) {
        counter.countFailure(failure({ release, kind, message: '', stack: [] }), noon);
      }
    }
    await counter.report(store.visits, 'one', noon);
    const { failures } = await readFailures(store, month, unmapped);
    expect(failures.map(({ kind, count }) => `${kind} ${count}`).sort()).toEqual(['load 3', 'timeout 3']);
  });
});

describe('whoever forges', () => {
  it('moves no figure beyond what ten networks may, by a million vitals, views and failures', async () => {
    for (let network = 0; network < 100; network += 1) {
      for (let view = 0; view < 3; view += 1) {
        counter.countView(visit({ network: `honest ${network}` }), { isFailed: false }, noon);
        counter.countVitals(visit({ network: `honest ${network}` }), { lcp: 1 }, noon);
      }
    }
    counter.countFailure(failure({ message: 'a real one', network: 'honest 1' }), noon);
    counter.countFailure(failure({ message: 'a real one', network: 'honest 2' }), noon);
    for (let flood = 0; flood < 1_000_000; flood += 1) {
      const forged = visit({ network: `forger ${flood % 10}` });
      counter.countVitals(forged, { lcp: 60 }, noon);
      if (flood % 3 === 0) counter.countView(forged, { isFailed: true }, noon);
      if (flood % 3 === 1) counter.countFailure({ ...failure(), ...forged, message: `made up ${flood}` }, noon);
    }
    await counter.report(store.visits, 'one', noon);
    const sum = await totals();
    expect(sum).toMatchObject({ views: 300 + 10 * networkLimits.views, failures: 10 * networkLimits.views });
    expect(sum.vitals.lcp['116']).toBe(10 * networkLimits.vitals);
    expect(percentile(sum.vitals.lcp, 0.75)).toBeCloseTo(1, 1);
    const { failures } = await readFailures(store, month, unmapped);
    expect(failures[0]?.message).toBe('a real one');
    expect(failures.length).toBeLessThanOrEqual(1 + 10 * networkLimits.newFailures);
  });

  it('fills neither memory nor store from a million networks', async () => {
    for (let flood = 0; flood < 1_000_000; flood += 1) {
      const forged = visit({ network: `forger ${flood}`, page: `/${flood}`, set: `${flood}` });
      if (!counter.countView(forged, { isFailed: true }, noon)) continue;
      counter.countFailure({ ...failure(), ...forged, message: `made up ${flood}` }, noon);
    }
    await counter.report(store.visits, 'one', noon);
    const { visits, sets } = await readVisits(store, month);
    expect(visits.length).toBeLessThanOrEqual(hourLimits.rows);
    expect(sets.length).toBeLessThanOrEqual(hourLimits.sets);
    expect((await readFailures(store, month, unmapped)).failures).toHaveLength(hourLimits.failures);
  });
});

describe('the store of visits', () => {
  it('adds hours up when they are over, and days, and nothing is lost by that', async () => {
    for (let passed = 0; passed < 26; passed += 1) {
      const now = noon - day + passed * hour;
      counter.countView(visit({ network: `n${passed}` }), { isFailed: passed % 2 === 0 }, now);
      counter.countVitals(visit({ network: `n${passed}` }), { lcp: 1 + passed / 10, inp: 0.1 }, now);
      counter.countFailure(failure({ network: `n${passed}` }), now);
      await counter.report(store.visits, 'one', now);
    }
    const before = await totals();
    expect(await compactVisits(store.visits, noon + 2 * hour)).toEqual([]);
    // Of the day before one file, twelve hours of today, and the two that are not over.
    const names = (await readdir(folder)).sort();
    expect(names.filter((name) => name.startsWith('day-'))).toEqual(['day-20261121.json']);
    expect(names.filter((name) => name.startsWith('hour-'))).toHaveLength(13);
    expect(names.filter((name) => name.startsWith('server-'))).toEqual(['server-2026112213-one.json']);
    expect(await totals()).toEqual(before);
    expect((await readFailures(store, month, unmapped)).failures).toMatchObject([{ count: 26 }]);
    await compactVisits(store.visits, noon + day + hour);
    expect(await totals()).toEqual(before);
    await compactVisits(store.visits, noon + 32 * day);
    expect(await readdir(folder)).toEqual([]);
  });

  it('counts once what lies beside its sum, and two that add up at once make one sum', async () => {
    counter.countView(visit(), { isFailed: false }, noon);
    await counter.report(store.visits, 'one', noon);
    const part = (await store.visits.readAll()).get('server-2026112212-one') ?? '';
    await Promise.all([compactVisits(store.visits, noon + 2 * hour), compactVisits(store.visits, noon + 2 * hour)]);
    // As if the server that added up had died in between.
    await store.visits.replace('server-2026112212-one', part);
    expect(await totals()).toMatchObject({ views: 1 });
    await compactVisits(store.visits, noon + 2 * hour);
    expect(await readdir(folder)).toEqual(['hour-2026112212.json']);
    expect(await totals()).toMatchObject({ views: 1 });
  });

  it('leaves a damaged file out, and says so', async () => {
    counter.countView(visit(), { isFailed: false }, noon);
    await counter.report(store.visits, 'one', noon);
    await writeFile(join(folder, 'server-2026112212-two.json'), '{"visits":[{"views":-1}]}');
    await writeFile(join(folder, 'notes.json'), 'no file of ours');
    const { visits, problems } = await readVisits(store, month);
    expect(visits).toMatchObject([{ views: 1 }]);
    expect(problems).toEqual(['What was counted of visits in "server-2026112212-two" is damaged, and is left out.']);
    expect(await compactVisits(store.visits, noon + 2 * hour)).toEqual(problems);
    expect(await totals()).toMatchObject({ views: 1 });
    expect((await readdir(folder)).sort()).toEqual(['hour-2026112212.json', 'notes.json']);
  });

  it('has what a store that was away for hours could not take', async () => {
    counter.countView(visit(), { isFailed: false }, noon);
    const away = { ...store.visits, replace: () => Promise.reject(new Error('away')) };
    await expect(counter.report(away, 'one', noon)).rejects.toThrow('away');
    counter.countView(visit(), { isFailed: false }, noon + 3 * hour);
    await compactVisits(store.visits, noon + 3 * hour);
    for (let report = 0; report < 2; report += 1) await counter.report(store.visits, 'one', noon + 3 * hour);
    expect(await totals()).toMatchObject({ views: 2 });
    expect(counter.hasNews).toBe(false);
  });

  it('holds 30 days in 50 MB, however much there is of everything', () => {
    const bins = Object.fromEntries(Array.from({ length: lastBin + 1 }, (_, bin) => [bin, 99_999]));
    const remote = 'mf-a-long-name-of-a-remote';
    const release = '10.20.30-0a1b2c3d';
    const frame = { function: 'f'.repeat(80), script: `/remotes/${remote}/${release}/${'s'.repeat(200)}.js` };
    const counts = Object.fromEntries(Array.from({ length: 9 }, (_, key) => [`${key}${'k'.repeat(60)}`, 99_999]));
    const row = (index: number): ReleaseVisits => ({
      ...{ remote, release, role: 'canary', page: `/${index}${'p'.repeat(60)}`, start: noon, length: hour },
      ...{ views: 99_999, failures: 99_999, errors: 99_999, networks: 'n'.repeat(86) },
      vitals: { lcp: bins, inp: bins, cls: bins },
    });
    const failed = (index: number): FailureCount => ({
      ...{ id: String(index).padStart(12, '0'), remote, release, kind: 'uncaught', message: 'm'.repeat(200) },
      stack: Array.from({ length: 10 }, () => ({ ...frame, line: 99_999, column: 999_999 })),
      ...{ browsers: counts, pages: counts, set: 's'.repeat(100), firstSeen: noon, lastSeen: noon, count: 99_999 },
      networks: 'n'.repeat(86),
    });
    const all = {
      visits: Array.from({ length: 300 }, (_, index) => row(index)),
      sets: Array.from({ length: 300 }, (_, set) => ({
        ...{ set: `${set}${'s'.repeat(100)}`, start: noon, length: hour, views: 99_999, failures: 99_999 },
      })),
      failures: Array.from({ length: 300 }, (_, index) => failed(index)),
    };
    const sizeOf = (limits: typeof hourLimits) =>
      JSON.stringify(mergeFiles([all], { start: noon, length: hour, limits })).length;
    // Those of days, of the hours of a day that is not added up yet, and of eight servers in two hours.
    const bytes = 31 * sizeOf(dayLimits) + 25 * sizeOf(hourLimits) + 16 * sizeOf(hourLimits);
    expect(bytes).toBeLessThanOrEqual(50_000_000);
  });
});

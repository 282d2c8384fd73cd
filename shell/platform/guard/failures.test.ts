import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildFolder } from '../testing/build-dist.ts';
import {
  FailureCounter,
  maxFailures,
  removeOldFailures,
  type StackFrame,
  type ToldFailure,
} from './failure-counter.ts';
import { readFailures, type StackMapper } from './read-failures.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const day = 24 * 3_600_000;
const unmapped = { map: async (stack: readonly StackFrame[]) => stack.map((frame) => ({ ...frame, source: null })) };

let store: ReleaseStore;
let counter: FailureCounter;

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
  counter = new FailureCounter();
});

const failure = (overrides: Partial<ToldFailure> = {}): ToldFailure => ({
  ...{ remote: 'mf-agents', release: '1.0.0-0a1b2c3d', page: '/my-agent', set: '12', network: 'n1' },
  ...{ kind: 'render', message: 'TypeError: x is not a function', browser: 'Firefox 140' },
  stack: [{ function: 'Portal', script: '/remotes/mf-agents/1.0.0-0a1b2c3d/browser/page.js', line: 1, column: 20 }],
  ...overrides,
});

const at = (release: string, line: number) => ({
  release,
  stack: [{ function: 'Portal', script: `/remotes/mf-agents/${release}/browser/page.js`, line, column: 9 }],
});

const read = (mapper: StackMapper = unmapped, now = noon) => readFailures(store, mapper, { now });

describe('failures that shell servers are told of', () => {
  it('are grouped by release, kind, message and stack, with who saw them where, on all servers', async () => {
    const other = new FailureCounter();
    counter.count(failure(), noon);
    counter.count(failure({ network: 'n2', browser: 'Chrome 141', page: '/', set: '13' }), noon + 5);
    other.count(failure({ network: 'n3' }), noon + 1);
    other.count(failure({ message: 'RangeError' }), noon + 6);
    await counter.report(store.failures, 'web-1', noon);
    await other.report(store.failures, 'web-2', noon);
    expect(await read()).toMatchObject({
      problems: [],
      failures: [
        {
          ...{ count: 3, networks: 3, firstSeen: noon, lastSeen: noon + 5, set: '13' },
          browsers: { 'Firefox 140': 2, 'Chrome 141': 1 },
          pages: { '/my-agent': 2, '/': 1 },
          releases: { '1.0.0-0a1b2c3d': 3 },
          stack: [{ function: 'Portal', source: null }],
        },
        { message: 'RangeError', count: 1, networks: 1 },
      ],
    });
  });

  it('of several releases are one, by the line of the source that threw, with how often each release had it', async () => {
    const [old, next] = ['1.0.0-0a1b2c3d', '1.1.0-0a1b2c3d'];
    counter.count(failure({ ...at(old, 1), network: 'n1' }), noon);
    counter.count(failure({ ...at(next, 7), network: 'n2', set: '13' }), noon + 5);
    counter.count(failure({ ...at(next, 7), network: 'n3', set: '13' }), noon + 6);
    await counter.report(store.failures, 'web-1', noon);
    const source = (line: number, text: string) => ({ file: 'src/pages/portal.tsx', line, text });
    const mapped = (text: string): StackMapper => ({
      map: async (stack) => stack.map((frame) => ({ ...frame, source: source(frame.line + 40, text) })),
    });
    const { failures } = await read(mapped('clients.map(show)'));
    expect(failures).toMatchObject([
      {
        ...{ release: next, releases: { [old]: 1, [next]: 2 }, set: '13', count: 3, networks: 3 },
        ...{ firstSeen: noon, lastSeen: noon + 6, stack: [{ source: { line: 47 } }] },
      },
    ]);
    // Of a map without the source itself, the number of the line is all that tells places apart.
    expect((await read(mapped(''))).failures).toHaveLength(2);
  });

  it('that no browser gave a message of are one for each remote and kind, however many releases had it', async () => {
    for (const release of ['1.0.0-0a1b2c3d', '1.1.0-0a1b2c3d', '1.2.0-0a1b2c3d']) {
      for (const kind of ['load', 'timeout'] as const) {
        counter.count(failure({ release, kind, message: '', stack: [] }), noon);
      }
    }
    await counter.report(store.failures, 'web-1', noon);
    const { failures } = await read();
    expect(failures.map(({ kind, count }) => `${kind} ${count}`).sort()).toEqual(['load 3', 'timeout 3']);
  });

  it('are as many as fit, and those that several networks saw stay, whoever makes others up', async () => {
    for (const network of ['n1', 'n2']) counter.count(failure({ message: 'a real one', network }), noon);
    for (let flood = 0; flood < 10 * maxFailures; flood += 1) {
      counter.count(failure({ message: `made up ${flood}`, network: 'forger' }), noon + flood);
    }
    await counter.report(store.failures, 'web-1', noon);
    const { failures } = await read();
    expect(failures).toHaveLength(maxFailures);
    expect(failures[0]).toMatchObject({ message: 'a real one', networks: 2 });
  });

  it('name no network in the store', async () => {
    counter.count(failure({ network: 'a-network-of-somebody' }), noon);
    await counter.report(store.failures, 'web-1', noon);
    expect((await store.failures.readAll()).get('web-1')).not.toContain('a-network-of-somebody');
  });
});

describe('the store of failures', () => {
  it('has what it could not take at first', async () => {
    counter.count(failure(), noon);
    const away = { ...store.failures, replace: () => Promise.reject(new Error('away')) };
    await expect(counter.report(away, 'web-1', noon)).rejects.toThrow('away');
    expect(counter.isChanged).toBe(true);
    await counter.report(store.failures, 'web-1', noon);
    expect(counter.isChanged).toBe(false);
    expect((await read()).failures).toMatchObject([{ count: 1 }]);
  });

  it('leaves a damaged file out, and says so', async () => {
    counter.count(failure(), noon);
    await counter.report(store.failures, 'web-1', noon);
    await writeFile(join(store.place, 'failures/web-2.json'), '[{"count":-1}]');
    const { failures, problems } = await read();
    expect(failures).toMatchObject([{ count: 1 }]);
    expect(problems).toEqual(['What was counted of failures in "web-2" is damaged, and is left out.']);
  });

  it('shows a week, and a server that starts removes the files that have nothing of it, and the oldest of too many', async () => {
    counter.count(failure({ message: 'old' }), noon - 8 * day);
    await counter.report(store.failures, 'gone', noon - 8 * day);
    counter.count(failure({ message: 'new' }), noon);
    await counter.report(store.failures, 'web-1', noon);
    expect((await read()).failures.map(({ message }) => message)).toEqual(['new']);
    await removeOldFailures(store, noon);
    expect([...(await store.failures.readAll()).keys()]).toEqual(['web-1']);
    const text = (await store.failures.readAll()).get('web-1') ?? '';
    for (let server = 0; server < 120; server += 1) await store.failures.replace(`other-${server}`, text);
    await removeOldFailures(store, noon);
    expect((await store.failures.readAll()).size).toBe(100);
  });
});

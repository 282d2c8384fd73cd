import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { testPolicy } from '../../testing/build-platform.ts';
import type { RenderBreakdown, RenderJob } from './host-bundle.ts';
import { RenderPool } from './render-pool.ts';

const { bundle: shell, readSite } = testPolicy.rendering;
/** For all that does not depend on the host: processes start sooner with it. */
const smallHost = resolve(import.meta.dirname, '../../testing/small-host.cjs');
const site = readSite();
const meta: RouteMeta = { path: '/x', title: 'A page', description: 'About it.', chunk: 'page-x' };
/** Of what hangs; room for a good page on a machine that does much else. */
const timeLimit = 1500;
let pool: RenderPool;
/** For bundles that end by themselves, however much else the machine has to do. */
let patient: RenderPool;

beforeAll(async () => {
  pool = new RenderPool({ hostBundle: smallHost, timeLimit, suspendedFor: 60_000, log: () => {} });
  patient = new RenderPool({ hostBundle: smallHost, timeLimit: 30_000, log: () => {} });
  await Promise.all([pool, patient].map((one) => one.render(other())));
});

afterAll(() => {
  pool.close();
  patient.close();
});

/** A page whose server bundle loads it by this code. */
function buildJob(load: string, release = `mf-x ${randomUUID()}`): RenderJob {
  const code = `const { jsx } = require('react/jsx-runtime'); exports.routes = [{ path: '/x', load: async () => { ${load} } }];`;
  return { url: '/x', site, page: { release, meta, loadCode: async () => code } };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

const good = 'return () => jsx("h1", { children: "Hello" })';
/** A page of a release whose process runs already: starting another one takes seconds on a busy machine. */
const other = () => buildJob(good, 'mf-good 1');

describe('the renderers', () => {
  it('render a page into the layout, with its head and its styles', async () => {
    const ofShell = new RenderPool({ hostBundle: shell, timeLimit: 30_000 });
    const { html, head, styles } = await ofShell.render(other());
    ofShell.close();
    expect(html).toContain('<h1>Hello</h1>');
    expect(html).toContain('<footer');
    expect(head).toContain('<title>A page | Beaconfield</title>');
    expect(styles[0]?.css).toContain('{');
  });

  it('run the bundle of a release once, and another release beside it', async () => {
    const counting = 'globalThis.loads = (globalThis.loads ?? 0) + 1; return () => jsx("h1", { children: "one" })';
    const job = buildJob(counting);
    for (const text of ['one', 'one']) expect((await patient.render(job)).html).toContain(text);
    expect((await patient.render(other())).html).toContain('Hello');
  });

  it('keep nothing of a page that they have handed over', async () => {
    const renderPage = async () => new WeakRef(await patient.render(other()));
    const pages = [await renderPage(), await renderPage()];
    await setImmediate();
    collectGarbage();
    expect(pages.filter((page) => page.deref())).toHaveLength(0);
  });

  it('give bundles what servers and browsers have in common, as Node has it', async () => {
    const code = `const controller = new AbortController();
      const signal = AbortSignal.any([controller.signal]);
      controller.abort();
      const text = await new ReadableStream({ start(stream) { stream.enqueue('read'); stream.close(); } }).getReader().read();
      const later = await new Promise((resolve) => setTimeout(resolve, 1, 'later'));
      const words = [URL.canParse('/a', 'https://x.example'), signal.aborted, text.value, later, typeof crypto.randomUUID()];
      return () => jsx('h1', { children: words.join(' ') });`;
    expect((await patient.render(buildJob(code))).html).toContain('<h1>true true read later string</h1>');
  });

  it('say each time why a bundle cannot be loaded', async () => {
    const loadCode = async () => 'throw new Error("no such icon")';
    const page = { release: `mf-x ${randomUUID()}`, meta, loadCode };
    for (const url of ['/x', '/y']) {
      await expect(patient.render({ url, site, page })).rejects.toThrow(/no such icon/);
    }
  });

  const faults: [string, string, RegExp][] = [
    ['throws while it loads', 'throw new Error("boom")', /boom/],
    ['throws nothing that could be read', 'throw Object.create(null)', /no error/],
    ['throws while it renders', 'return () => { throw new Error("boom") }', /boom/],
    ['gives no page', 'return undefined', /gives no component/],
    ['requires what is not shared', 'require("node:fs")', /requires "node:fs", which the shell does not share/],
  ];
  /** A release with a page for each of them, which one process renders. */
  const faulty: NonNullable<RenderJob['page']> = {
    release: 'mf-x faulty',
    meta,
    loadCode: async () => {
      const routes = faults.map(([name, code]) => `{ path: '/${name}', load: async () => { ${code} } }`);
      return `const { jsx } = require('react/jsx-runtime'); exports.routes = [${routes}];`;
    },
  };

  it.each(faults)('report a page that %s, and go on', async (name, _, message) => {
    const page = { ...faulty, meta: { ...meta, path: `/${name}` } };
    await expect(patient.render({ url: encodeURI(page.meta.path), site, page })).rejects.toMatchObject({
      name: 'RenderFault',
      message: expect.stringMatching(message),
    });
    await expect(patient.render(other())).resolves.toBeDefined();
  });

  it('report a bundle that cannot be compiled, and go on', async () => {
    await expect(patient.render(buildJob('}}}'))).rejects.toMatchObject({
      name: 'RenderFault',
      message: expect.stringMatching(/cannot be read: Unexpected token/),
    });
    await expect(patient.render(other())).resolves.toBeDefined();
  });

  it('survive bundles that loop or wait for ever, also on all their pages, and do not try them again for a while', async () => {
    const jobs = [
      'return () => { for (;;); }',
      // While the renderer puts its error into words.
      "throw Object.defineProperty(new Error('x'), 'stack', { get() { for (;;); } });",
      'return new Promise((resolve) => setInterval(() => {}, 100))',
      'return new Promise(() => {})',
    ].map((code) => buildJob(code));
    const before = await pool.render(other());
    const ended = Promise.allSettled(jobs.map((job) => pool.render(job)));
    // Of one of them more pages are asked for. Its renderer hangs once, and nobody waits for the others.
    const [looping = other()] = jobs;
    const more = Promise.allSettled(Array.from({ length: 11 }, () => pool.render(looping)));
    await expect(pool.render(other())).resolves.toEqual(before);
    expect(await ended).toMatchObject(jobs.map(() => ({ reason: { name: 'RenderBreakdown', kind: 'timeout' } })));
    expect(await more).toMatchObject(Array(11).fill({ reason: { kind: 'suspended' } }));
    for (const job of jobs) await expect(pool.render(job)).rejects.toMatchObject({ kind: 'suspended' });
    await expect(pool.render(other())).resolves.toBeDefined();
  });

  it('survive bundles that fill the heap, or memory outside of it', async () => {
    // V8 writes pages about a full heap.
    const slow = new RenderPool({ hostBundle: smallHost, timeLimit: 20_000, log: () => {} });
    const heap = buildJob('const kept = []; for (;;) kept.push(new Array(1e6).fill(0))');
    const buffers = buildJob('const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1))');
    await expect(slow.render(heap)).rejects.toMatchObject({ kind: 'memory' });
    await expect(slow.render(buffers)).rejects.toMatchObject({ kind: 'memory' });
    await expect(slow.render(buildJob(good))).resolves.toBeDefined();
    slow.close();
  }, 60_000);

  it('render pages without parameters before any number of made-up ones, and refuse what comes after 40 of these', async () => {
    const one = new RenderPool({ hostBundle: smallHost, size: 1, timeLimit: 30_000, log: () => {} });
    const order: string[] = [];
    const parametrised = { ...meta, path: '/x/:name' };
    const note = 'return () => jsx("h1", { children: "Hello" })';
    const render = async (name: string, job: RenderJob) => {
      const outcome = await one.render(job).then(
        () => name,
        (error: RenderBreakdown) => error.kind,
      );
      order.push(outcome);
      return outcome;
    };
    const madeUp = buildJob(note).page;
    const code = `const { jsx } = require('react/jsx-runtime'); exports.routes = [{ path: '/x/:name', load: async () => { ${good} } }];`;
    const page = madeUp && { ...madeUp, meta: parametrised, loadCode: async () => code };
    const flood = Array.from({ length: 100 }, (_, index) => render('made up', { url: `/x/${index}`, site, page }));
    await render('fixed', buildJob(good));
    // The one that had begun, at the most.
    expect(order.filter((name) => name === 'made up').length).toBeLessThanOrEqual(1);
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((name) => name === 'busy')).toHaveLength(59);
    expect(outcomes.filter((name) => name === 'made up')).toHaveLength(41);
    one.close();
  });

  it.each([
    ['at once', 'no\0node'],
    ['later', '/no/such/node'],
  ])(
    'say %s that none can be started, which is not held against the release, and lose no place',
    async (_, execPath) => {
      const broken = new RenderPool({ hostBundle: smallHost, size: 1, execPath });
      await expect(broken.serve(['mf-x same'])).rejects.toMatchObject({ kind: 'unavailable' });
      for (let time = 0; time < 3; time++) {
        await expect(broken.render(buildJob(good, 'mf-x same'))).rejects.toMatchObject({
          kind: 'unavailable',
          isOfRelease: false,
        });
      }
      broken.close();
    },
  );
});

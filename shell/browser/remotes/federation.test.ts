/** @jest-environment kit/testing/jest-environment */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { loadRemote, loadShare, registerShared } from '@module-federation/enhanced/runtime';
import { pageDataElementId } from '../../app/page-data.ts';

// Globals that the bundler defines for the shell's scripts.
Object.assign(globalThis, { __webpack_get_script_filename__: () => '', SHARED_MODULE_VERSIONS: {} });
const { forgetFailures, loadRelease } = await import('./federation.ts');

const releaseOf = (globalName: string, id: string, integrity = `sha384-${id}`) => ({
  id,
  globalName,
  integrity,
  entry: `/remotes/${globalName}/${id}/browser/remoteEntry.js`,
});

interface Container {
  init: (shareScope: object) => void;
  get: (exposed: string) => Promise<() => object>;
}

const containerWith = (exposed: Record<string, object>): Container => ({
  init: () => {},
  get: async (name) => () => exposed[name] ?? {},
});

/** The effect of each script, by a part of its URL. All other scripts fail to load. */
let containers: Record<string, [name: string, container: Container]>;
let asked: { src: string; integrity: string; crossOrigin: string | null }[];
let watcher: MutationObserver;
const fetchNow = globalThis.fetch;

beforeEach(() => {
  containers = {};
  asked = [];
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  watcher = new MutationObserver((changes) => {
    for (const script of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(script instanceof HTMLScriptElement)) continue;
      const { src, integrity, crossOrigin } = script;
      asked.push({ src: new URL(src).pathname, integrity, crossOrigin });
      const [, found] = Object.entries(containers).find(([part]) => src.includes(part)) ?? [];
      if (found) Reflect.set(globalThis, ...found);
      if (found) script.onload?.(new Event('load'));
      else script.onerror?.(new Event('error'));
    }
  });
  watcher.observe(document.head, { childList: true });
});

afterEach(() => {
  watcher.disconnect();
  globalThis.fetch = fetchNow;
});

it('loads a container with the integrity of its release, and after a failure from a new URL', async () => {
  const release = releaseOf('mf_one', '1.0.0-aaaaaaaa');
  const routes = [{ path: '/one' }];
  await expect(loadRelease('mf-one', release, 0)).rejects.toThrow();
  containers['/mf_one/'] = ['mf_one', containerWith({ './remote': { routes } })];
  expect(await loadRelease('mf-one', release, 1)).toEqual({ routes });
  const { integrity } = release;
  expect(asked).toEqual([
    { src: release.entry, integrity, crossOrigin: 'anonymous' },
    {
      src: expect.stringMatching(/\/1\.0\.0-aaaaaaaa~\d+\/browser\/remoteEntry\.js$/),
      integrity,
      crossOrigin: 'anonymous',
    },
  ]);
});

it('replaces the previous release of a remote', async () => {
  containers['2.0.0'] = ['mf_two', containerWith({ './remote': { routes: [{ path: '/new' }] } })];
  containers['1.9.0'] = ['mf_two', containerWith({ './remote': { routes: [{ path: '/old' }] } })];
  expect(await loadRelease('mf-two', releaseOf('mf_two', '2.0.0-aaaaaaaa'), 0)).toMatchObject({
    routes: [{ path: '/new' }],
  });
  expect(await loadRelease('mf-two', releaseOf('mf_two', '1.9.0-bbbbbbbb'), 0)).toMatchObject({
    routes: [{ path: '/old' }],
  });
});

it('loads a module that a remote consumes from another one from the release set of the page', async () => {
  const live = { ...releaseOf('mf_three', '3.0.0-aaaaaaaa'), routes: [] };
  document.body.innerHTML = `<script type="application/json" id="${pageDataElementId}">{"set":"77"}</script>`;
  const fetched: unknown[] = [];
  globalThis.fetch = async (address) => {
    fetched.push(address);
    return Response.json({ revision: 77, remotes: { 'mf-three': { live, previous: null } } });
  };
  const badge = { label: 'A badge' };
  containers['3.0.0'] = ['mf_three', containerWith({ './badge': badge, './remote': { routes: [{ path: '/three' }] } })];
  expect(await loadRemote('mf_three/badge')).toBe(badge);
  expect(fetched).toEqual(['/composition/77.json']);
  expect(asked).toEqual([{ src: live.entry, integrity: live.integrity, crossOrigin: 'anonymous' }]);
  // Its pages use the loaded container.
  expect(await loadRelease('mf-three', live, 0)).toMatchObject({ routes: [{ path: '/three' }] });
  expect(asked).toHaveLength(1);
  await expect(loadRemote('mf_unknown/badge')).rejects.toThrow();
});

it('isolates the chunks of two releases of one remote', async () => {
  const release = releaseOf('mf_four', '4.0.0-aaaaaaaa');
  containers['4.0.0'] = ['mf_four', containerWith({ './remote': { routes: [{ path: '/four' }] } })];
  await loadRelease('mf-four', release, 0);
  const script = document.createElement('script');
  jest.spyOn(document, 'currentScript', 'get').mockImplementation(() => script);
  script.src = '/remotes/mf-four/4.0.0-aaaaaaaa/browser/remoteEntry.js';
  Reflect.set(globalThis, 'rspackChunkmf_four', ['of the first']);
  script.src = '/remotes/mf-four/4.1.0-bbbbbbbb/browser/remoteEntry.js';
  expect(Reflect.get(globalThis, 'rspackChunkmf_four')).toBeUndefined();
  script.src = '/remotes/mf-four/4.0.0-aaaaaaaa/browser/page.js';
  expect(Reflect.get(globalThis, 'rspackChunkmf_four')).toEqual(['of the first']);
});

it('requests a failed shared module again', async () => {
  const shareConfig = { singleton: true, requiredVersion: '^1.0.0' };
  // A container of another plugin requests it in this way.
  const load = () => loadShare<{ there: boolean }>('late', { customShareInfo: { scope: ['default'], shareConfig } });
  let isThere = false;
  const get = async () => {
    if (!isThere) throw new Error('the line is gone');
    return () => ({ there: true });
  };
  registerShared({ late: [{ version: '1.0.0', get, shareConfig }] });
  await expect(load()).rejects.toThrow('the line is gone');
  isThere = true;
  await expect(load()).rejects.toThrow('the line is gone');
  forgetFailures();
  const module = await load();
  expect(module ? module() : null).toEqual({ there: true });
});

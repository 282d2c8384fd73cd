import { describe, expect, it, jest } from '@jest/globals';
import { type BundlerRuntime, type LoadScript, SharedScripts } from './shared-scripts.ts';

const url = '/shell/forms.js';
const retried = expect.stringMatching(/^\/shell\/forms\.js\?\d+$/);
const failed = { type: 'error' } as Event;
const loaded = { type: 'load' } as Event;

/** A fake of the bundler's script loader, with the promises that its runtime stores. */
function setUp() {
  const asked: { url: string; end: (event: Event) => void; key: string; chunkId: string }[] = [];
  const load: LoadScript = (address, end, key, chunkId) => void asked.push({ url: address, end, key, chunkId });
  const failedModule = { loading: Promise.resolve() };
  const loadedModule = { loading: Promise.resolve(), lib: () => {} };
  const shareScopeMap = { default: { 'kit/forms': { '2.0.0': failedModule }, react: { '19.0.0': loadedModule } } };
  const bundler: BundlerRuntime = { l: load, federation: { instance: { shareScopeMap } } };
  const scripts = new SharedScripts(bundler);
  return { scripts, bundler, asked, failedModule, loadedModule };
}

describe('scripts of shared modules', () => {
  it('have an address and a key of their own at every try, and the integrity of their chunk', () => {
    const { bundler, asked } = setUp();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      bundler.l(url, () => {}, 'chunk-forms', 'forms');
      asked.at(-1)?.end(failed);
    }
    expect(asked.map((script) => script.url)).toEqual([url, retried, retried]);
    expect(new Set(asked.map((script) => script.url)).size).toBe(3);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
    expect(asked.map(({ chunkId }) => chunkId)).toEqual(['forms', 'forms', 'forms']);
  });

  it('that hang are asked for once more, and whichever comes first counts', () => {
    const { scripts, bundler, asked } = setUp();
    const done = jest.fn();
    bundler.l(url, done, 'chunk-forms', 'forms');
    scripts.retryPending();
    expect(asked.map((script) => script.url)).toEqual([url, retried]);
    asked[0]?.end(failed);
    expect(done).not.toHaveBeenCalled();
    asked[1]?.end(loaded);
    expect(done.mock.calls).toEqual([[loaded]]);
    scripts.retryPending();
    expect(asked).toHaveLength(2);
  });

  it('have failed once every try has', () => {
    const { scripts, bundler, asked } = setUp();
    const done = jest.fn();
    bundler.l(url, done, 'chunk-forms', 'forms');
    scripts.retryPending();
    for (const { end } of asked) end(failed);
    expect(done.mock.calls).toEqual([[failed]]);
  });

  it('are loaded anew after a failure was forgotten; modules that are there stay', () => {
    const { scripts, failedModule, loadedModule } = setUp();
    scripts.forgetFailures();
    expect(failedModule.loading).toBeUndefined();
    expect(loadedModule.loading).toBeDefined();
  });

  it('are incomplete while one is on its way or did not come', () => {
    const { scripts, bundler, asked } = setUp();
    expect(scripts.isIncomplete).toBe(false);
    bundler.l(url, () => {}, 'chunk-forms', 'forms');
    expect(scripts.isIncomplete).toBe(true);
    asked[0]?.end(failed);
    expect(scripts.isIncomplete).toBe(true);
    bundler.l(url, () => {}, 'chunk-forms', 'forms');
    asked[1]?.end(loaded);
    expect(scripts.isIncomplete).toBe(false);
  });
});

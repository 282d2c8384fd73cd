/** @jest-environment kit/testing/jest-environment */
import { beforeEach, describe, expect, it } from '@jest/globals';

const retried = expect.stringMatching(/^kit-forms\.js\?\d+$/);

// Globals that the bundler defines for the shell's scripts.
Object.assign(globalThis, {
  __webpack_public_path__: '/shell/',
  __webpack_get_script_filename__: (chunk: string) => `${chunk}.js`,
});
const { isIncomplete, loadShared, retryPending } = await import('./shared-scripts.ts');

/** Requests a file like the bundler, whose element stays in the document until the file loads or fails. */
function ask(chunk: string): HTMLScriptElement {
  const src = __webpack_public_path__ + __webpack_get_script_filename__(chunk);
  const script = Object.assign(document.createElement('script'), {
    src,
    integrity: 'sha384-abc',
    crossOrigin: 'anonymous',
  });
  document.head.append(script);
  return script;
}

beforeEach(() => {
  document.head.innerHTML = '';
});

describe('scripts of shared modules', () => {
  it('have a new URL at every attempt', () => {
    const names = Array.from({ length: 3 }, () => __webpack_get_script_filename__('kit-forms'));
    expect(names).toEqual(['kit-forms.js', retried, retried]);
    expect(new Set(names).size).toBe(3);
  });

  it('are requested again while they are pending, with the integrity of their chunk; others are not', () => {
    document.head.innerHTML = '<script src="/shell/main.js"></script><script src="/elsewhere.js"></script>';
    ask('kit-dialog');
    ask('kit-tabs').remove();
    retryPending();
    expect(document.scripts).toHaveLength(4);
    const again = document.scripts[3];
    expect(again?.src).toMatch(/\/shell\/kit-dialog\.js\?\d+$/);
    expect(again?.integrity).toBe('sha384-abc');
    expect(again?.crossOrigin).toBe('anonymous');
  });

  it('are incomplete while one is pending or has failed', async () => {
    expect(isIncomplete()).toBe(false);
    const first = Promise.withResolvers<object>();
    const loading = loadShared('kit/forms', () => first.promise);
    expect(isIncomplete()).toBe(true);
    first.reject(new Error('the line is gone'));
    await expect(loading).rejects.toThrow('the line is gone');
    expect(isIncomplete()).toBe(true);
    expect(await loadShared('kit/forms', async () => ({ Form: true }))).toEqual({ Form: true });
    expect(isIncomplete()).toBe(false);
  });
});

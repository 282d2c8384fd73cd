/** @jest-environment jsdom */

import createCache from '@emotion/cache';
import { afterEach, expect, it } from '@jest/globals';
import { createStyleCache } from '../../app/emotion-cache.ts';
import { pinServerStyles } from './early.ts';

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

it('keeps the style elements of the server in their place when Emotion is evaluated', async () => {
  document.head.innerHTML =
    '<style data-emotion="s-global a1">p{margin:0}</style><style data-emotion="s ">.s-b2{color:red}</style><link>';
  const moved: MutationRecord[] = [];
  const observer = new MutationObserver((records) => moved.push(...records));
  observer.observe(document.head, { childList: true });

  pinServerStyles(document);
  // @emotion/react does this as soon as it is evaluated.
  createCache({ key: 'css' });
  const cache = createStyleCache();
  await Promise.resolve();

  expect(moved).toEqual([]);
  expect(cache.inserted).toHaveProperty('b2', true);
  cache.sheet.insert('.s-c3{color:blue}');
  expect(document.head.querySelectorAll('style')).toHaveLength(3);
});

it('lets Emotion move the style elements of other caches out of the markup of a page', () => {
  document.body.innerHTML = '<div><style data-emotion="own d4">.own-d4{color:red}</style><p class="own-d4"></p></div>';
  pinServerStyles(document);
  createCache({ key: 'css' });
  expect(document.body.querySelector('style')).toBeNull();
  expect(document.head.querySelector('style')?.textContent).toContain('.own-d4');
});

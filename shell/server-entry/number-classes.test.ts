/** @jest-environment jsdom */

import { afterEach, expect, it } from '@jest/globals';
import { numberClasses } from './page-styles.ts';

afterEach(() => document.head.replaceChildren());

/** Emotion's hashes of three rules. */
const [one, two, three] = ['tokvmb', '14ksm7b', 'bjcoli'];
const page = {
  html: `<p class="s-${two}">class="s-${two}"</p><i class="own s-${one}" title="s-${one}"></i><b class="s-other"></b>`,
  styles: [
    { key: 's-global', ids: [one], css: `p{content:".s-${one}"}` },
    { key: 's', ids: [one, two], css: `.s-${one}{color:red}.s-${two}{color:blue}.s-${one}:hover>.s-${two}{top:0}` },
  ],
};

it('classes of a page have numbers in place of hashes, and one list says whose they are', () => {
  const { html, styles } = numberClasses(page);
  expect(styles).toEqual([
    page.styles[0],
    {
      key: 's',
      ids: [expect.stringMatching(/^\w{12}$/)],
      css: '.s-0{color:red}.s-1{color:blue}.s-0:hover>.s-1{top:0}',
    },
  ]);
  expect(html).toBe(
    `<p class="s-1">class="s-1"</p><i class="own s-0" title="s-${one}"></i><b class="s-other"></b>`.replace(
      '>class="s-1"<',
      `>class="s-${two}"<`,
    ),
  );
});

it('a browser gives a class of the page its number, and every other one its hash', async () => {
  for (const { key, ids, css } of numberClasses(page).styles) {
    document.head.insertAdjacentHTML('beforeend', `<style data-emotion="${key} ${ids.join(' ')}">${css}</style>`);
  }
  const { default: nameOf } = await import('../browser/class-names.ts');
  expect(['color:red;', 'color:blue;', 'color:green;'].map(nameOf)).toEqual(['0', '1', three]);
});

it('two hashes that only differ in what is not said of them stay as they are', () => {
  const twins = { html: '<p class="s-1abcdef">', styles: [{ key: 's', ids: [], css: '.s-1abcdef{}.s-2abcdef{}' }] };
  expect(numberClasses(twins)).toEqual(twins);
});

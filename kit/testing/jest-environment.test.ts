import { expect, it } from '@jest/globals';

const page = `<div class="list"><p id="one" class="card" title="a, b .c"><b>1</b></p>
  <p class="card\twide" title="a]b" hidden></p><p class="c:d" title=".wide"></p></div>
  <svg viewBox="0 0 1 1"><linearGradient class="Wide x-wide"></linearGradient></svg>`;

// The environment leaves rules out before jsdom compares them.
it.each([
  ...['p', 'b, p', '.card', '.card.wide', 'p.card', '#one', 'p#one', '*', ':root', 'div > p', 'p + p', 'p ~ *'],
  ...[
    '.list .card',
    '.list > :first-child',
    '.card:not(.wide)',
    'p:is(.wide, .card)',
    'p:not([title="a]b"])',
    '.list *',
  ],
  ...['.card:not([hidden], [title="(,"])', '[title="a, b .c"]', 'p[title="a]b"]', "[title='.wide']", '.c\\:d', '.Wide'],
  ...[
    'p:has(> b)',
    'linearGradient',
    '.card, em',
    '.x-wide',
    '[hidden]',
    '[title][hidden]',
    '[hidden] + p',
    'body :is(b)',
  ],
  ...['.list > [title] > *', 'svg > *', ':where(.card)', 'p:nth-child(2n + 1)', '[title=".wide" i]', 'em:not(p), b'],
])('the style of an element has each rule that matches it: %s', (selector) => {
  document.head.innerHTML = `<style>@keyframes x { from { top: 0 } } ${selector} { float: left }</style>`;
  document.body.innerHTML = page;
  const elements = [...document.querySelectorAll('*')];
  const matching = elements.filter((element) => element.matches(selector));
  expect(matching).not.toEqual([]);
  expect(elements.filter((element) => getComputedStyle(element).float === 'left')).toEqual(matching);
});

import { expect, it } from '@jest/globals';
import { tightenCss } from './page-styles.ts';

it('leaves out what means the same without it, and nothing of a quoted text', () => {
  const rules =
    '@media screen and (min-width: 64rem){.s-a1{margin:-0.5rem 10.05px 0 0.25em;inset:calc(1rem + 0.5vw) 0;}}' +
    '.s-b2{font-family:"Segoe UI", \'A, 0.5;}\', Arial;transition:color 0.2s, opacity .3s;}.s-c3::after{content:", 0.5;}";}';
  expect(tightenCss(rules)).toBe(
    '@media screen and (min-width:64rem){.s-a1{margin:-.5rem 10.05px 0 .25em;inset:calc(1rem + .5vw) 0}}' +
      '.s-b2{font-family:"Segoe UI",\'A, 0.5;}\',Arial;transition:color .2s,opacity .3s}.s-c3::after{content:", 0.5;}"}',
  );
});

it('knows where a text with quotes in it ends', () => {
  const rules = '.s-d4::before{content:"\\", ";}.s-d5::after{content:\'it\\\'s, 0.5;}\';}';
  expect(tightenCss(rules)).toBe('.s-d4::before{content:"\\", "}.s-d5::after{content:\'it\\\'s, 0.5;}\'}');
});

it('writes colours as the inline styles of a page do, and leaves names of elements alone', () => {
  expect(tightenCss('#FACADE .s-e6{color:#0E1B2A;--a:#FBFAF6}.s-f7::after{content:":#FBFAF6"}')).toBe(
    '#FACADE .s-e6{color:#0e1b2a;--a:#fbfaf6}.s-f7::after{content:":#FBFAF6"}',
  );
});

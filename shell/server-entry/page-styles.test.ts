import { describe, expect, it } from '@jest/globals';
import { tightenCss, usedTokens } from './page-styles.ts';

describe('rules without what means the same', () => {
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
});

describe('the tokens that a page uses', () => {
  const styles =
    '@keyframes spin{0%{rotate:0deg}100%{rotate:360deg}}@keyframes bounce{from{top:0}}*{border-color:var(--border)}' +
    ':where(html){--red:#f00;--blue:#00f;--border:var(--line);--line:#ccc;--font:"A; B",serif;--turn:spin 1s;--unused:1px}' +
    '[data-tone=ink]{--line:#111;--other:2px}.dark{--other:3px}';

  it('leaves out what no text of the page names, and keeps what that stands on', () => {
    expect(usedTokens(styles, '.a{color:var(--red);font:var(--font);animation:var(--turn)}')).toBe(
      '@keyframes spin{0%{rotate:0deg}100%{rotate:360deg}}*{border-color:var(--border)}' +
        ':where(html){--red:#f00;--border:var(--line);--line:#ccc;--font:"A; B",serif;--turn:spin 1s;}[data-tone=ink]{--line:#111;}',
    );
  });

  it('reads the markup as well', () => {
    expect(usedTokens(styles, '<p style="color:var(--blue);animation-name:bounce">')).toBe(
      '@keyframes bounce{from{top:0}}*{border-color:var(--border)}' +
        ':where(html){--blue:#00f;--border:var(--line);--line:#ccc;}[data-tone=ink]{--line:#111;}',
    );
  });
});

import { expect, it } from '@jest/globals';
import { usedTokens } from './page-styles.ts';

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

import { loadRoutes } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';
import { openSweeper } from './sweep-page.ts';

/** Addresses that show what their page does not begin with. */
const furtherViews = [
  '/leads?industry=roofing',
  '/leads?industry=solar',
  ...[2, 5, 9].map((n) => `/exotics-intake?step=${n}`),
];

/** Each takes every third address: tests of one file run side by side. */
const parts = [1, 2, 3];

for (const part of parts) {
  test(`nothing overflows, is cut or covered at any width, text size or medium (addresses, part ${part} of 3)`, async ({
    page,
    request,
  }) => {
    const sweep = await openSweeper(page);
    const addresses = [...(await loadRoutes(request)), ...furtherViews];
    for (const path of addresses.filter((_, index) => index % parts.length === part - 1)) {
      expect.soft(await sweep(path), path).toEqual([]);
    }
  });
}

import { holdFiles } from '../support/hold-files.ts';
import { expect, test } from '../support/test.ts';

test('the home page opens at its last anchor; React receives no event of the content before hydration, which would make it one long task; no input is lost', {
  tag: '@engines',
}, async ({ page }) => {
  const release = await holdFiles(page, '**/remotes/**/*.js');
  await page.goto('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
  await page.evaluate(() => dispatchEvent(new Event('scroll')));
  // At this time React has attached its listeners and waits for the remote.
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => /^__react/.test(key)),
  );
  await page.evaluate(() => {
    const heard: string[] = [];
    Reflect.set(globalThis, 'heard', heard);
    const events = ['pointerdown', 'mousedown', 'focusin', 'keydown', 'input', 'mouseover'];
    for (const type of events) {
      document.getElementById('root')?.addEventListener(type, (event) => event.isTrusted && heard.push(type), true);
    }
  });
  const heard = () => page.evaluate(() => [...new Set(Reflect.get(globalThis, 'heard') as string[])]);

  const field = page.getByRole('textbox', { name: 'Company Name' });
  await field.click();
  await page.keyboard.type('Harbor');
  await expect(field).toHaveValue('Harbor');
  expect(await heard()).toEqual([]);

  release();
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await page.keyboard.type(' Air');
  await expect(field).toHaveValue('Harbor Air');
  expect(await heard()).toEqual(expect.arrayContaining(['keydown', 'input']));
});

test('a slider of /ai-agent-packages counts a move before the scripts of its page have loaded', async ({ page }) => {
  const release = await holdFiles(page, '**/remotes/mf-agents/**/*.js');
  await page.goto('/ai-agent-packages', { waitUntil: 'commit' });
  await page.getByRole('slider').first().focus();
  await page.keyboard.press('End');
  const says = page.getByText('3,000 or more calls a month fit the package.');
  await expect(says).toHaveCount(0);
  release();
  await expect(says).toBeVisible();
});

test('the calculator and the week of /hvac show where their sliders were moved to before the scripts loaded', async ({
  page,
}) => {
  const release = await holdFiles(page, '**/remotes/mf-marketing/**/*.js');
  await page.goto('/hvac', { waitUntil: 'commit' });
  const week = page.getByRole('slider', { name: 'Slide through the week' });
  await week.focus();
  await page.keyboard.press('Home');
  await page.getByRole('slider', { name: /^Of 100 leads, how many become booked visits/ }).focus();
  await page.keyboard.press('End');
  await expect(page.getByText('20 booked visits')).toHaveCount(0);
  release();
  await expect(week).toHaveAttribute('aria-valuetext', /^Mon, /);
  await expect(page.getByText('20 booked visits')).toBeVisible();
});

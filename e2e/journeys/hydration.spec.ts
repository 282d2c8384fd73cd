import { holdFiles } from '../support/hold-files.ts';
import { expect, test } from '../support/test.ts';

test('React receives no event of the content before hydration, which would make it one long task; no input is lost', {
  tag: '@engines',
}, async ({ page }) => {
  const release = await holdFiles(page, '**/remotes/**/*.js');
  await page.goto('/');
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

for (const { path, scripts, says } of [
  { path: '/roofing', scripts: '**/remotes/mf-marketing/**/*.js', says: '70 inspections' },
  {
    path: '/ai-agent-packages',
    scripts: '**/remotes/mf-agents/**/*.js',
    says: '3,000 or more calls a month fit the package.',
  },
]) {
  test(`the slider of ${path} counts a move before the scripts of its page have loaded`, async ({ page }) => {
    const release = await holdFiles(page, scripts);
    await page.goto(path, { waitUntil: 'commit' });
    const slider = page.getByRole('slider').first();
    await slider.focus();
    await page.keyboard.press('End');
    await expect(page.getByText(says)).toHaveCount(0);
    release();
    await expect(page.getByText(says)).toBeVisible();
  });
}

test('the week of /hvac shows the day that its slider was moved to before the scripts loaded', async ({ page }) => {
  const release = await holdFiles(page, '**/remotes/mf-marketing/**/*.js');
  await page.goto('/hvac', { waitUntil: 'commit' });
  const slider = page.getByRole('slider', { name: 'Slide through the week' });
  await slider.focus();
  await page.keyboard.press('Home');
  release();
  await expect(slider).toHaveAttribute('aria-valuetext', /^Mon, /);
});

import { fillTexts, goToStep, vehicleFields } from '../support/intake-form.ts';
import { onePixel } from '../support/one-pixel.ts';
import { expect, openHydrated, test } from '../support/test.ts';

test('a printed intake step shows all of its input and no buttons', async ({ page }) => {
  await openHydrated(page, '/exotics-intake');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeVisible();

  await page.emulateMedia({ media: 'screen' });
  await goToStep(page, 3);
  await fillTexts(page, { ...vehicleFields, 'Key features': 'One line of many.\n'.repeat(40) });
  await page.getByLabel('Photos').setInputFiles([onePixel('front.png')]);
  const features = page.getByRole('textbox', { name: 'Key features' });
  const hiddenLines = () => features.evaluate((area) => area.scrollHeight - area.clientHeight);
  expect(await hiddenLines()).toBeGreaterThan(100);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  for (const [label, value] of Object.entries(vehicleFields)) {
    if (label === 'Key features') continue;
    await expect(page.getByRole('textbox', { name: label, exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue(value);
  }
  expect(await hiddenLines()).toBeLessThanOrEqual(0);
  await expect(page.getByText('Step 3 of 9')).toBeVisible();
  await expect(page.getByText('front.png')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);

  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  expect(await hiddenLines()).toBeGreaterThan(100);
});

test('the first printed sheet begins with the name and the telephone number, and an unfilled form is not printed', async ({
  page,
}) => {
  await openHydrated(page, '/solar');
  const fields = page.getByRole('main').getByRole('textbox');
  await expect(fields).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(fields).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(2);
  await expect(page.getByRole('banner').getByRole('link', { name: /^\(?\d/ })).toBeVisible();
  await expect(page.getByText('Skip to content')).toBeHidden();
  const main = await page.getByRole('main').boundingBox();
  expect(main?.y).toBeLessThan(120);
  const kept = await page.locator('section').evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
  expect(new Set(kept)).toEqual(new Set(['auto']));
});

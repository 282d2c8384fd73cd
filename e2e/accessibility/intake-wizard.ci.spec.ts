import { expectCleanAtBothWidths, expectNoViolations } from '../support/expect-no-violations.ts';
import { draftVehicle, storeDraft } from '../support/intake-form.ts';
import { expect, openHydrated, test } from '../support/test.ts';
import { findLowTargets } from './page-checks.ts';

// During its fade-in a dialog has too little contrast.
test.use({ viewport: { width: 390, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

test('every step is clean for axe, no wider than the window, also at a zoom of 400 %, and has targets for touch, also with its errors shown', async ({
  page,
}) => {
  const expectCleanStep = async (where: string, isWide = false) => {
    if (isWide) await expectCleanAtBothWidths(page, where);
    else await expectNoViolations(page, where);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(390);
    expect.soft(await page.evaluate(findLowTargets), where).toEqual([]);
  };
  const goTo = async (step: number) => {
    await page
      .getByRole('link', { name: `Step ${step}`, exact: false })
      .first()
      .click();
    await expect(page.getByText(`Step ${step} of 9`)).toBeVisible();
  };
  await openHydrated(page, '/exotics-intake');
  for (const step of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await goTo(step);
    // In a wide window fields and choices stand in columns, as those of a vehicle and of step 4.
    await expectCleanStep(`step ${step}`, step === 3 || step === 4);
    // The viewport of a 1280 x 1024 window at a zoom of 400 % (WCAG 2.2, 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `step ${step}`).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 900 });
  }
  await page.getByRole('button', { name: 'Submit Intake Form' }).click();
  await expect(page.getByRole('group', { name: '12 fields need your attention' })).toBeFocused();
  await expectCleanStep('the list of errors', true);
  // The other steps with required fields. Without any, a step shows no error.
  for (const step of [3, 1]) {
    await goTo(step);
    await expectCleanStep(`step ${step} with errors`);
  }
});

test('added vehicles, chosen files, the toast and the dialog are clean for axe', async ({ page, consoleErrors }) => {
  let answers = 0;
  await page.route('**/api/exotic-car-intake', (route) => {
    answers += 1;
    return answers === 1 ? route.fulfill({ status: 500, body: 'broken' }) : route.fulfill({ status: 201, json: {} });
  });
  await openHydrated(page, '/exotics-intake?step=3');
  await storeDraft(page, 'enzo@rossi.example', [draftVehicle, draftVehicle]);
  await page.reload();
  await page
    .getByRole('group', { name: 'Vehicle 2' })
    .getByLabel('Photos')
    .setInputFiles([{ name: 'front.heic', mimeType: 'image/heic', buffer: Buffer.from('x') }]);
  await expectCleanAtBothWidths(page, 'vehicles');
  await page.getByRole('link', { name: 'Step 9' }).click();
  await page.getByRole('button', { name: 'Submit Intake Form' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to submit form. Please try again.' })).toBeVisible();
  await expect.poll(() => consoleErrors.splice(0).join()).toContain('[intake] the form was not sent.');
  await expectCleanAtBothWidths(page, 'toast');
  await page.getByRole('button', { name: 'Submit Intake Form' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
  await expectCleanAtBothWidths(page, 'dialog');
});

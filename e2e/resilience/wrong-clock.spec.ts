import { fillTexts, goToStep, ownerFields, sendIntake, vehicleFields } from '../support/intake-form.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const day = 24 * 60 * 60 * 1000;

// After a correction the other way, a draft is only older than it was.
test('in a browser whose clock is a day ahead, a draft survives a correction of the clock, and the intake is accepted', async ({
  page,
  query,
}) => {
  const email = `enzo-${crypto.randomUUID()}@rossi.example`;
  const { Phone, 'City & State': cityState, ...typedFirst } = ownerFields(email);
  await page.clock.install({ time: Date.now() + day });
  await openHydrated(page, '/exotics-intake');
  await fillTexts(page, typedFirst);
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await page.mouse.move(1, 1);
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await fillTexts(page, { Phone, 'City & State': cityState });
  await goToStep(page, 3);
  await fillTexts(page, vehicleFields);
  await goToStep(page, 9);
  await page.getByRole('combobox', { name: 'Budget' }).selectOption('under-1000');
  // A form that is filled within seconds would count as automated. The clock is also corrected while the form is open.
  await page.clock.fastForward('00:30');
  await page.clock.setSystemTime(Date.now() - 2 * day);
  await sendIntake(page);
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
  const [intake] = await query(
    `select fill_ms >= 0 as measured, quarantine_reason from submissions where payload->>'email' = $1`,
    [email],
  );
  expect(intake).toEqual({ measured: true, quarantine_reason: null });
});

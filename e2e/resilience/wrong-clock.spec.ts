import { fillTexts, goToStep, ownerFields, sendIntake, vehicleFields } from '../support/intake-form.ts';
import { expectTold, fillForm, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const day = 24 * 60 * 60 * 1000;

// Nothing in a repeated request depends on the direction.
test('a lead sent again after a lost response is stored once, whatever the clock of the browser', async ({
  page,
  line,
  query,
}) => {
  await page.clock.install({ time: Date.now() + day });
  const form = siteFormOf('/hvac');
  const email = `ada-${crypto.randomUUID()}@hope.example`;
  await openHydrated(page, `${line.address}${form.path}`);
  await fillForm(page, form, email);
  line.breakFiles(/^\/api\/leads$/, 'lost');
  await sendForm(page, form);
  await expectTold(page, form.unreachable);
  line.breakFiles();
  await sendForm(page, form);
  await expectTold(page, form.thanks);
  expect(await query('select 1 from leads where email = $1', [email])).toHaveLength(1);
});

for (const { what, by } of [
  { what: 'a day ahead', by: day },
  { what: 'a day behind', by: -day },
]) {
  test.describe(`in a browser whose clock is ${what}`, () => {
    test('a draft survives a correction of the clock, and the intake is accepted', async ({ page, query }) => {
      const email = `enzo-${crypto.randomUUID()}@rossi.example`;
      const { Phone, 'City & State': cityState, ...typedFirst } = ownerFields(email);
      await page.clock.install({ time: Date.now() + by });
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
  });
}

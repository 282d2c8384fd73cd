import { expect, openHydrated, test } from '../support/test.ts';

const day = 24 * 60 * 60 * 1000;

for (const { what, by } of [
  { what: 'a day ahead', by: day },
  { what: 'a day behind', by: -day },
]) {
  test.describe(`in a browser whose clock is ${what}`, () => {
    test('a lead sent again after a lost answer is kept once', async ({ page, query }) => {
      await page.clock.install({ time: Date.now() + by });
      const name = `Ada ${crypto.randomUUID()}`;
      await openHydrated(page, '/hvac');
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Company').fill('Hope Heating');
      await page.getByLabel('Phone').fill('(801) 555-0142');
      await page.getByLabel('Email').fill('ada@hope.example');
      await page.getByLabel('Location').fill('Provo, Utah');
      await page.getByLabel('Service Type').selectOption('repair');
      const send = () => page.getByRole('main').getByRole('button', { name: 'Get HVAC leads' }).click();
      await page.route('**/api/leads', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await send();
      await expect(page.getByText('Failed to submit your information. Please try again.')).toBeVisible();
      await page.unroute('**/api/leads');
      await send();
      await expect(page.getByText('Success!')).toBeVisible();
      expect(await query('select 1 from leads where name = $1', [name])).toHaveLength(1);
    });

    test('a draft outlives the clock being set right, and the intake is taken', async ({ page, query }) => {
      const email = `enzo-${crypto.randomUUID()}@rossi.example`;
      const fill = async (fields: Record<string, string>) => {
        for (const [label, text] of Object.entries(fields)) {
          await page.getByRole('textbox', { name: label, exact: true }).fill(text);
        }
      };
      await page.clock.install({ time: Date.now() + by });
      await openHydrated(page, '/exotics-intake');
      await fill({ 'Full name': 'Enzo Rossi', 'Business name': 'Rossi Exotics', Email: email });
      await expect(page.getByText('Draft saved on this device')).toBeVisible();
      await page.clock.setSystemTime(Date.now());
      await page.reload();
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
      await page.mouse.move(1, 1);
      await expect(page.getByText('Draft saved on this device')).toBeVisible();
      await fill({ Phone: '(305) 555-0110', 'City & State': 'Miami, FL' });
      await page.getByRole('link', { name: 'Step 3' }).click();
      await fill({
        Year: '2024',
        Make: 'Ferrari',
        Model: 'F8',
        Color: 'Rosso',
        'Daily rate': '$1',
        'Key features': 'V8',
      });
      await page.getByRole('link', { name: 'Step 9' }).click();
      await page.getByRole('combobox', { name: 'Budget' }).selectOption('under-1000');
      // Nobody fills a form within seconds; set back once more, while the form is open.
      await page.clock.fastForward('00:30');
      await page.clock.setSystemTime(Date.now() - 2 * day);
      await page.getByRole('button', { name: 'Submit Intake Form' }).click();
      await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
      const [intake] = await query(
        `select fill_ms >= 0 as measured, quarantine_reason from submissions where payload->>'email' = $1`,
        [email],
      );
      expect(intake).toEqual({ measured: true, quarantine_reason: null });
    });
  });
}

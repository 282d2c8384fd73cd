import type { BrowserContext, Page } from '@playwright/test';
import { goToStep } from '../support/intake-form.ts';
import { expect, openHydrated, test } from '../support/test.ts';

/** A step with each kind of field, its input, and a check that it is restored. */
const steps: readonly (readonly [
  number,
  (page: Page) => { type: () => Promise<unknown>; see: () => Promise<unknown> },
])[] = [
  [3, (page) => text(page, 'Daily rate')],
  [4, (page) => box(page, 'Gallery')],
  [
    6,
    (page) => {
      const yes = page.getByRole('radio', { name: 'Yes' });
      return { type: () => yes.check(), see: () => expect(yes).toBeChecked() };
    },
  ],
  [
    9,
    (page) => {
      const budget = page.getByRole('combobox', { name: 'Budget' });
      return { type: () => budget.selectOption('5000-plus'), see: () => expect(budget).toHaveValue('5000-plus') };
    },
  ],
];

function text(page: Page, label: string) {
  const field = page.getByRole('textbox', { name: label });
  return { type: () => field.pressSequentially('kept é'), see: () => expect(field).toHaveValue('kept é') };
}

function box(page: Page, label: string) {
  const field = page.getByRole('checkbox', { name: label });
  return { type: () => field.check(), see: () => expect(field).toBeChecked() };
}

const addressOf = (step: number) => `/exotics-intake?step=${step}`;

/** Kills the tab's process, so that the page gets no unload or pagehide event. */
async function killTab(context: BrowserContext, page: Page) {
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  session.send('Page.crash').catch(() => {}); // the response is lost with the tab
  await crashed;
  await page.close();
}

test('the input of every kind of field is restored after its tab was killed, also by navigation to the wizard, and further changes stay', async ({
  page,
  context,
}) => {
  const boxes = ['Home', 'FAQ', 'Blog'];
  await openHydrated(page, addressOf(1));
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('textbox', { name: 'Domain name' }).fill('rossi.example');
  for (const [step, fieldOf] of steps) {
    await goToStep(page, step);
    await fieldOf(page).type();
    await expect(page.getByText('Draft saved on this device')).toBeVisible();
  }
  await goToStep(page, 4);
  for (const name of boxes) await page.getByRole('checkbox', { name }).check();
  await killTab(context, page);

  const tab = await context.newPage();
  const ticked = tab.getByRole('checkbox', { checked: true });
  await openHydrated(tab, '/services/web-design');
  await tab.getByRole('link', { name: 'Start your rental site' }).click();
  await expect(tab.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(tab.getByRole('textbox', { name: 'Domain name' })).toHaveValue('rossi.example');
  for (const [step, fieldOf] of steps) {
    await goToStep(tab, step);
    await fieldOf(tab).see();
    await expect(tab.getByText('Draft saved on this device')).toBeVisible();
  }
  await goToStep(tab, 4);
  await expect(ticked).toHaveCount(4);
  await tab.getByRole('checkbox', { name: 'Home' }).uncheck();
  await tab.getByRole('checkbox', { name: 'Contact Page' }).check();
  await goToStep(tab, 1);
  await tab.getByRole('radio', { name: 'No' }).check();
  await tab.getByRole('checkbox', { name: 'I need help getting a domain' }).check();
  await goToStep(tab, 4);
  for (const name of ['FAQ', 'Blog', 'Gallery', 'Contact Page']) {
    await expect(tab.getByRole('checkbox', { name })).toBeChecked();
  }
  await expect(ticked).toHaveCount(4);
  await goToStep(tab, 1);
  await expect(tab.getByRole('radio', { name: 'No' })).toBeChecked();
  await expect(ticked).toHaveCount(1);
});

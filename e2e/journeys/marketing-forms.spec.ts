import type { Page } from '@playwright/test';
import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { officeMail } from '../support/office-mail.ts';
import { expect, openHydrated, test } from '../support/test.ts';

/** Notes every call of the page to our API; the local forms must make none. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() === 'POST') calls.push(pathname);
  });
  return calls;
}

const toastOf = (page: Page) => page.getByRole('region', { name: /notification/i });
const submit = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();

test('a consultation is acknowledged with its industry, logged to the console and sent nowhere', async ({ page }) => {
  const calls = watchCalls(page);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Consultation request'));
  await openHydrated(page, '/consultation');
  await page.getByLabel('Name').fill('Ada Hope');
  await page.getByLabel('Company').fill('Hope Solar');
  await page.getByLabel('Email').fill('ada@hope.example');
  await page.getByLabel('Phone').fill('(801) 555-0142');
  await page.getByLabel('Industry').selectOption('solar');
  await page.getByLabel('Budget').selectOption('5k-10k');
  await page.getByLabel('Message').fill('More roofs in Provo, please.');
  await submit(page, 'Request a consultation');
  await expect(toastOf(page)).toContainText('Consultation Request Submitted');
  await expect(toastOf(page)).toContainText('Solar lead needs');
  await logged;
  await expect(page.getByLabel('Message')).toHaveValue('');
  expect(calls).toEqual([]);
});

test('a seller form and a shared consultation form thank and send nothing', async ({ page }) => {
  const calls = watchCalls(page);
  await openHydrated(page, '/real-estate');
  await page.getByLabel('Name').fill('Ada Hope');
  await page.getByLabel('Phone').fill('(801) 555-0142');
  await page.getByLabel('Email').fill('ada@hope.example');
  await page.getByLabel('Location').fill('Houston');
  await page.getByLabel('Lead Type').selectOption('distressed');
  await submit(page, 'Get my 2 free leads');
  await expect(toastOf(page)).toContainText('Success!');

  await openHydrated(page, '/healthcare');
  await page.getByRole('link', { name: 'Request a consultation' }).click();
  await page.getByLabel('Name').fill('Ada Hope');
  await page.getByLabel('Company').fill('Hope Clinic');
  await page.getByLabel('Email').fill('ada@hope.example');
  await page.getByLabel('Phone').fill('(801) 555-0142');
  await page.getByLabel('Message').fill('Two new doctors from March.');
  await submit(page, 'Request a consultation');
  await expect(toastOf(page)).toContainText('healthcare lead needs');
  expect(calls).toEqual([]);
});

test('the questionnaire says that nothing was sent', async ({ page }) => {
  const calls = watchCalls(page);
  await openHydrated(page, '/');
  await page.getByLabel('Full Name').fill('Ada Hope');
  await page.getByLabel('I agree to be contacted about my lead generation needs').check();
  await submit(page, 'Request my consultation');
  await expect(page.getByRole('heading', { name: 'Your answers are ready for the call' })).toBeVisible();
  expect(calls).toEqual([]);
});

for (const { path, button, label, value } of [
  { path: '/junk-removal', button: 'Get junk removal leads', label: 'Job Type', value: 'estate' },
  { path: '/solar', button: 'Get solar leads', label: 'Specialty', value: 'battery' },
]) {
  test(`a lead of ${path} is in the database and at the office`, async ({ page, query }) => {
    const name = `Ada ${crypto.randomUUID()}`;
    await openHydrated(page, path);
    await fillAsAPerson(page, async () => {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Company').fill('Hope');
      await page.getByLabel('Phone').fill('(801) 555-0142');
      await page.getByLabel('Email').fill('ada@hope.example');
      await page.getByLabel('Location').fill('Denver');
      await page.getByLabel(label).selectOption(value);
    });
    await submit(page, button);
    await expect(toastOf(page)).toContainText('Success!');
    const [lead] = await query('select reference, services from leads where name = $1', [name]);
    expect(lead).toMatchObject({ services: [value] });
    expect(await officeMail(lead?.reference)).toMatch(/^To: sales@/m);
  });
}

import type { Locator, Page } from '@playwright/test';
import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { officeMail } from '../support/office-mail.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next Step' }).click();
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Intake Form' }).click();

async function fill(scope: Page | Locator, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await scope.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
}

async function fillOwner(page: Page, email: string) {
  await fill(page, {
    'Full name': 'Enzo Rossi',
    'Business name': 'Rossi Exotics',
    Phone: '(305) 555-0110',
    Email: email,
    'City & State': 'Miami, FL',
  });
}

async function fillVehicle(page: Page, number: number, make: string) {
  const fields = {
    Year: '2024',
    Make: make,
    Model: 'F8',
    Color: 'Rosso',
    'Daily rate': '$1,200',
    'Key features': 'V8',
  };
  await fill(page.getByRole('group', { name: `Vehicle ${number}`, exact: true }), fields);
}

test('the whole wizard, filled in a browser, is kept field by field', async ({ page, query }) => {
  const email = `enzo-${Date.now()}@rossi.example`;
  await openHydrated(page, '/exotics-intake');
  await fillAsAPerson(page, () => fillOwner(page, email));
  await page.getByRole('radio', { name: 'Yes' }).check();
  await fill(page, { 'Domain name': 'rossi.example' });
  await page.getByRole('combobox', { name: 'Do you have hosting?' }).selectOption('not-sure');
  await next(page);
  await fill(page, {
    Instagram: '@rossi',
    TikTok: '@rossi.tok',
    YouTube: 'rossi.tv',
    Facebook: 'rossi.fb',
    Other: 'x',
  });
  await next(page);
  await fillVehicle(page, 1, 'Ferrari');
  const photo = { name: 'front.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') };
  await page.getByLabel('Photos').setInputFiles([photo]);
  await page.getByRole('button', { name: 'Add vehicle' }).click();
  await fillVehicle(page, 2, 'Lamborghini');
  await next(page);
  await page.getByRole('checkbox', { name: 'Our Fleet' }).check();
  await page.getByRole('checkbox', { name: 'FAQ' }).check();
  await next(page);
  await page.getByLabel('Logo').setInputFiles([{ ...photo, name: 'logo.png' }]);
  await fill(page, {
    'Color scheme': 'black and gold',
    'Liked website 1': 'one.example',
    'Liked website 3': 'three.example',
  });
  await page.getByRole('checkbox', { name: 'VIP Concierge' }).check();
  await page.getByRole('checkbox', { name: 'Other' }).check();
  await fill(page, { 'Custom design style': 'dark, large photos' });
  await next(page);
  await page.getByRole('radio', { name: 'No' }).check();
  await page.getByRole('checkbox', { name: 'I need help or a contract template' }).check();
  await next(page);
  await fill(page, {
    'Terms & conditions': 'Over 25.',
    'Refund policy': '48 hours.',
    'Renter requirements': 'Insurance.',
  });
  await next(page);
  await page.getByRole('checkbox', { name: 'SEO Setup' }).check();
  await fill(page, { 'Custom feature': 'Track days' });
  await next(page);
  await fill(page, { 'Launch date': 'in March', 'Additional notes': 'Call after noon.' });
  await page.getByRole('combobox', { name: 'Budget' }).selectOption('2500-5000');
  await page.getByRole('button', { name: 'Submit Intake Form' }).dblclick();

  const dialog = page.getByRole('dialog', { name: 'Thank You!' });
  await expect(dialog).toContainText('A representative will connect with you today.');
  const rows = await query(`select payload, page_path from submissions where payload->>'email' = $1`, [email]);
  const vehicle = { year: '2024', model: 'F8', color: 'Rosso', dailyRate: '$1,200', keyFeatures: 'V8' };
  expect(rows).toEqual([
    {
      page_path: '/exotics-intake',
      payload: {
        fullName: 'Enzo Rossi',
        businessName: 'Rossi Exotics',
        phone: '(305) 555-0110',
        email,
        cityState: 'Miami, FL',
        ownsDomain: true,
        domainName: 'rossi.example',
        needsDomainHelp: false,
        hasHosting: 'not-sure',
        instagram: '@rossi',
        tiktok: '@rossi.tok',
        youtube: 'rossi.tv',
        facebook: 'rossi.fb',
        other: 'x',
        vehicles: [
          { ...vehicle, make: 'Ferrari' },
          { ...vehicle, make: 'Lamborghini' },
        ],
        pages: ['Our Fleet', 'FAQ'],
        colorScheme: 'black and gold',
        likedWebsites: ['one.example', 'three.example'],
        designStyle: ['VIP Concierge', 'Other'],
        customDesignStyle: 'dark, large photos',
        hasContract: false,
        needsContractHelp: true,
        termsConditions: 'Over 25.',
        refundPolicy: '48 hours.',
        renterRequirements: 'Insurance.',
        features: ['SEO Setup'],
        customFeature: 'Track days',
        launchDate: 'in March',
        budget: '2500-5000',
        additionalNotes: 'Call after noon.',
      },
    },
  ]);

  const [intake] = await query(`select reference from submissions where payload->>'email' = $1`, [email]);
  expect(await officeMail(intake?.reference)).toMatch(/^To: admin@/m);

  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Launch date' })).toHaveValue('in March');
  await submit(page);
  await expect(dialog).toBeVisible();
  expect(await query(`select id from submissions where payload->>'email' = $1`, [email])).toHaveLength(1);
});

test('a failure is a toast, everything stays, and the retry makes one intake', async ({
  page,
  query,
  consoleErrors,
}) => {
  const email = `retry-${Date.now()}@rossi.example`;
  await openHydrated(page, '/exotics-intake');
  await fillOwner(page, email);
  await page.getByRole('link', { name: 'Step 3' }).click();
  await fillVehicle(page, 1, 'Ferrari');
  await page.getByRole('link', { name: 'Step 9' }).click();
  await page.getByRole('combobox', { name: 'Budget' }).selectOption('under-1000');
  // The request arrives and is kept; its answer is lost on the way back.
  await page.route('**/api/exotic-car-intake', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page);
  const toast = page.getByRole('alert').filter({ hasText: 'Error' });
  await expect(toast).toContainText('Failed to submit form. Please try again.');
  await expect.poll(() => consoleErrors.splice(0).join()).toContain('[intake] the form was not sent.');
  await expect(page.getByRole('combobox', { name: 'Budget' })).toHaveValue('under-1000');
  await page.unroute('**/api/exotic-car-intake');
  await submit(page);
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
  expect(await query(`select id from submissions where payload->>'email' = $1`, [email])).toHaveLength(1);
});

test('the step is in the address: Back, Forward, reload and a link go there', async ({ page }) => {
  await openHydrated(page, '/exotics-intake?step=7');
  await expect(page.getByRole('heading', { level: 2, name: 'Rental Policies' })).toBeVisible();
  await next(page);
  await expect(page).toHaveURL(/\?step=8$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'Rental Policies' })).toBeFocused();
  await page.goForward();
  await page.reload();
  await expect(page.getByText('Step 8 of 9')).toBeVisible();
  await page.goto('/exotics-intake?step=99');
  await expect(page.getByText('Step 1 of 9')).toBeVisible();
});

test('both addresses show the wizard and name one canonical', async ({ page }) => {
  for (const path of ['/exotics-intake', '/services/exotic-car-intake?step=2']) {
    await openHydrated(page, path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/exotics-intake$/);
    await next(page);
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
  }
});

test('what was pressed before the script arrived is done when it is there', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/remotes/mf-intake/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/exotics-intake', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Full name' }).fill('Early Bird');
  await page.getByRole('button', { name: 'Next Step' }).click();
  release();
  await expect(page.getByText('Step 2 of 9')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Early Bird');
});

test('twenty vehicles can be added, removed from the middle and sent', async ({ page, query }) => {
  const email = `fleet-${Date.now()}@rossi.example`;
  await openHydrated(page, '/exotics-intake');
  await fillOwner(page, email);
  await page.getByRole('link', { name: 'Step 3' }).click();
  for (let number = 1; number <= 21; number += 1) {
    if (number > 1) await page.getByRole('button', { name: 'Add vehicle' }).click();
    await fillVehicle(page, number, `Make ${number}`);
  }
  await page.getByRole('button', { name: 'Remove vehicle 10' }).click();
  await expect(page.getByRole('heading', { name: 'Vehicle 9' })).toBeFocused();
  await page.getByRole('link', { name: 'Step 9' }).click();
  await page.getByRole('combobox', { name: 'Budget' }).selectOption('5000-plus');
  await submit(page);
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
  const [row] = await query(
    `select array(select v->>'make' from json_array_elements(payload->'vehicles') v) as makes
     from submissions where payload->>'email' = $1`,
    [email],
  );
  const numbers = Array.from({ length: 21 }, (_, index) => index + 1).filter((number) => number !== 10);
  expect(row?.makes).toEqual(numbers.map((number) => `Make ${number}`));
});

test('chosen files are shown by name and picture, refused by kind, and taken back', async ({ page }) => {
  const photo = { name: 'front.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') };
  await openHydrated(page, '/exotics-intake?step=3');
  const photos = page.getByLabel('Photos');
  await expect(photos).toHaveAttribute('accept', 'image/*');
  await photos.setInputFiles([photo, { ...photo, name: 'side.png' }]);
  const shown = page.getByRole('listitem').filter({ hasText: 'front.png' });
  await expect(shown.locator('img')).toHaveJSProperty('naturalWidth', 1);
  await photos.setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }]);
  await expect(page.getByText('Not an image: notes.txt. Please choose image files.')).toBeVisible();
  await next(page);
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByRole('button', { name: 'Remove front.png' }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText('side.png')).toBeVisible();
  await expect(photos).toBeFocused();

  await page.getByRole('link', { name: 'Step 6' }).click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('Contract file').setInputFiles([{ name: 'a.docx', mimeType: '', buffer: Buffer.from('x') }]);
  await expect(page.getByText('a.docx', { exact: true })).toBeVisible();
});

test('the keyboard alone fills and sends the form', async ({ page }) => {
  await openHydrated(page, '/exotics-intake');
  const { keyboard } = page;
  const typeEach = async (texts: readonly string[]) => {
    for (const text of texts) {
      await keyboard.type(text);
      await keyboard.press('Tab');
    }
  };
  await page.getByRole('textbox', { name: 'Full name' }).focus();
  await typeEach(['Enzo Rossi', 'Rossi Exotics', '(305) 555-0110', 'enzo@rossi.example', 'Miami, FL']);
  await keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.type('rossi.example');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Social Media Links' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Fleet Information' })).toBeFocused();
  await keyboard.press('Tab');
  await typeEach(['2024', 'Ferrari', 'F8', 'Rosso', '$1,200']);
  await keyboard.type('V8');
  const goOn = page.getByRole('button', { name: 'Next Step' });
  for (let step = 3; step < 9; step += 1) {
    while (!(await goOn.evaluate((button) => button === document.activeElement))) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(page.getByText(`Step ${step + 1} of 9`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  }
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('$1,000 to');
  await expect(page.getByRole('combobox', { name: 'Budget' })).toHaveValue('1000-2500');
  const send = page.getByRole('button', { name: 'Submit Intake Form' });
  while (!(await send.evaluate((button) => button === document.activeElement))) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

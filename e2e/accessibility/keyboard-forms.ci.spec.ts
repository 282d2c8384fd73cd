import { expect, test } from '../support/test.ts';
import { enter, openAtMain, tabTo, typeInto } from './keys.ts';

// Every kind of form with the keyboard alone, from its first field to the answer.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the error list of a refused form leads to each field, and F8 moves to its toast', async ({ page }) => {
  const main = page.getByRole('main');
  await openAtMain(page, '/consultation');
  await enter(page, main.getByRole('button', { name: 'Book a consultation' }));
  const summary = main.getByRole('group', { name: '7 fields need your attention' });
  await expect(summary).toBeFocused();
  await enter(page, summary.getByRole('link').first());
  await expect(main.getByLabel('Name', { exact: true })).toBeFocused();
  await typeInto(page, main, {
    Name: 'Ada',
    Company: 'Hope',
    Email: 'a@hope.example',
    Phone: '8015550142',
    Industry: 'Solar',
    Budget: '$5',
    Message: 'More roofs.',
  });
  await enter(page, main.getByRole('button', { name: 'Book a consultation' }));
  const toasts = page.getByRole('region', { name: /notification/i });
  await expect(toasts).toContainText('Solar lead needs');
  await page.keyboard.press('F8');
  await expect(toasts).toBeFocused();
  await enter(page, toasts.getByRole('button', { name: 'Close notification' }));
  await expect(toasts.getByRole('button')).toHaveCount(0);
});

test('an industry of the marketplace is chosen, a sample read whose dialog keeps the focus and returns it, arrow keys change the tabs, and a pack is bought', {
  tag: '@engines',
}, async ({ page }) => {
  await openAtMain(page, '/leads');
  await enter(page, page.getByRole('button', { name: 'Roofing', exact: true }));
  await expect(page.locator('#roofing')).toBeFocused();
  await page.keyboard.press('Tab');
  const opener = page.getByRole('row', { name: /Storm Claims Pack/ }).getByRole('button', { name: 'View Sample' });
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  const sample = page.getByRole('dialog', { name: 'Lead Sample' });
  await expect(sample).toBeVisible();
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    // The focus may move to the browser's own controls, but never to the page behind the dialog.
    const isBehind = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement !== body && !activeElement?.closest('dialog');
    });
    expect(isBehind).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(sample).toBeHidden();
  await expect(opener).toBeFocused();

  await tabTo(page, page.getByRole('tab', { name: 'Roofing' }));
  for (const [key, name] of [
    ['ArrowRight', 'Legal'],
    ['End', 'Junk Removal'],
    ['ArrowRight', 'Roofing'],
    ['ArrowLeft', 'Junk Removal'],
    ['Home', 'Roofing'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('tab', { name, selected: true })).toBeFocused();
  }
  const buy = page.getByRole('row', { name: /Fast Repair Pack/ }).getByRole('button', { name: 'Buy Now' });
  await enter(page, buy);
  const checkout = page.getByRole('dialog', { name: 'Tell Us About Your Business' });
  await typeInto(page, checkout, {
    'Company Name': 'Hope',
    'Full Name': 'Ada',
    Email: 'a@hope.example',
    'Service Area': 'Utah',
    'Lead Volume': '26',
  });
  await expect(checkout.getByLabel('Lead Volume')).toHaveValue('high');
  await tabTo(page, checkout.getByRole('checkbox').first());
  await page.keyboard.press('Space');
  await expect(checkout.getByRole('checkbox').first()).toBeChecked();
  await enter(page, checkout.getByRole('button', { name: 'Buy Lead Pack ($225)' }));
  const thanks = page.getByRole('alertdialog');
  await expect(thanks).toContainText('Thank you for your purchase!');
  await enter(page, thanks.getByRole('button', { name: 'OK' }));
  await expect(buy).toBeFocused();
});

test('the intake wizard is filled, refused, corrected and sent', async ({ page, query }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@rossi.example`;
  const main = page.getByRole('main');
  const next = async (step: number) => {
    await enter(page, main.getByRole('button', { name: 'Next Step' }));
    await expectStep(step);
  };
  const expectStep = async (step: number) => {
    await expect(page.getByText(`Step ${step} of 9`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  };
  await openAtMain(page, '/exotics-intake');
  await typeInto(page, main, { 'Full name': 'Enzo', 'Business name': 'Rossi', Phone: '3055550110' });
  await typeInto(page, main, { Email: email, 'City & State': 'Miami, FL' });
  // Tab moves to the first radio button of a group, and arrow keys choose.
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect(main.getByRole('radio', { name: 'Yes', checked: true })).toBeFocused();
  await typeInto(page, main, { 'Domain name': 'rossi.example' });
  await page.keyboard.press('Enter');
  await expectStep(2);
  await next(3);
  await typeInto(page, main, { Year: '2024', Make: 'Ferrari', Model: 'F8', Color: 'Red', 'Daily rate': '$1,200' });
  for (const step of [4, 5, 6, 7, 8, 9]) await next(step);
  await enter(page, main.getByRole('button', { name: 'Submit Intake Form' }));
  const summary = page.getByRole('group', { name: '2 fields need your attention' });
  await expect(summary).toBeFocused();
  await enter(page, summary.getByRole('link', { name: /Step 3/ }));
  await expect(main.getByLabel('Key features')).toBeFocused();
  await page.keyboard.type('V8');
  await enter(page, page.getByRole('link', { name: /^Step 9/ }).last());
  await typeInto(page, main, { Budget: '$1,000' });
  await enter(page, main.getByRole('button', { name: 'Submit Intake Form' }));
  const thanks = page.getByRole('dialog', { name: 'Thank You!' });
  await enter(page, thanks.getByRole('button', { name: 'Close' }));
  await expect(thanks).toBeHidden();
  expect(await query(`select 1 from submissions where payload->>'email' = $1`, [email])).toHaveLength(1);
});

test('a visitor logs in to the portal, asks for support, and logs out', async ({ page }) => {
  const main = page.getByRole('main');
  await openAtMain(page, '/my-agent');
  await typeInto(page, main, { 'Agent Code': 'demo-active' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Summit Dental Care' })).toBeFocused();
  const opener = main.getByRole('button', { name: 'Contact Support' });
  await enter(page, opener);
  const dialog = page.getByRole('dialog', { name: 'Contact Support' });
  await typeInto(page, dialog, {
    Name: 'Ada',
    Email: 'a@hope.example',
    Subject: 'Hours',
    Message: 'Please change them.',
  });
  await enter(page, dialog.getByRole('button', { name: 'Send Message' }));
  await enter(page, page.getByRole('alertdialog').getByRole('button', { name: 'OK' }));
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the client demos are unlocked, opened and locked again', async ({ page }) => {
  const main = page.getByRole('main');
  await openAtMain(page, '/click-demos');
  await tabTo(page, main.getByLabel('Password', { exact: true }));
  await page.keyboard.type('demo');
  await enter(page, main.getByRole('button', { name: 'Show password' }));
  await expect(main.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await enter(page, main.getByRole('button', { name: 'Access Demos' }));
  await enter(page, main.getByRole('link', { name: 'Open demo' }));
  await expect(page).toHaveURL(/\?demo=/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await enter(page, page.getByRole('button', { name: 'Logout' }));
  await expect(main.getByLabel('Password', { exact: true })).toBeVisible();
});

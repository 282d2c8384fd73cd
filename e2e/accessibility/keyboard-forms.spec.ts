import { expect, test } from '../support/test.ts';
import { enter, openAtMain, tabTo, typeInto } from './keys.ts';

// Every kind of form with the keyboard alone, from its first field to the answer.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the error list of a refused form leads to each field, and F8 moves to its toast', { tag: '@engines' }, async ({
  page,
}) => {
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

test('arrow keys change the tabs of the marketplace, and a pack is bought', { tag: '@engines' }, async ({ page }) => {
  await openAtMain(page, '/leads');
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

test('the intake wizard is filled, refused, corrected and sent', { tag: '@engines' }, async ({ page, query }) => {
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

test('arrow keys choose stars, and feedback is sent', { tag: '@engines' }, async ({ page }) => {
  await openAtMain(page, '/agents/demo-agent');
  await enter(page, page.getByRole('button', { name: 'Get Custom Quote' }));
  const dialog = page.getByRole('dialog', { name: 'Get Custom Quote' });
  await typeInto(page, dialog, { Name: 'Ada', Email: 'a@hope.example', 'Business Name': 'Byron' });
  await tabTo(page, dialog.getByRole('radio', { name: '5 of 5' }));
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('radio', { name: '4 of 5' })).toBeChecked();
  await tabTo(page, dialog.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await enter(page, dialog.getByRole('button', { name: 'Submit' }));
  await expect(page.getByRole('alertdialog')).toContainText('Thank you for your feedback!');
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

test('the agent picker is completed and started over', async ({ page }) => {
  await openAtMain(page, '/custom-ai-agent');
  await enter(page, page.getByRole('button', { name: 'Business Agent' }));
  await enter(page, page.getByRole('button', { name: 'Legal Services' }));
  await expect(page.getByRole('heading', { name: 'Your custom agent' })).toBeFocused();
  await enter(page, page.getByRole('button', { name: 'Start Over' }));
  await expect(page.getByText('Step 1', { exact: true })).toBeVisible();
});

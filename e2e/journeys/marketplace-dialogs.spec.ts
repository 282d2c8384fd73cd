import type { Page } from '@playwright/test';
import { expectCleanAtBothWidths, expectNoViolations } from '../support/expect-no-violations.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const sampleThanks = 'Thank you for requesting a free sample! We will contact you shortly.';
const purchaseThanks = 'Thank you for your purchase! You will receive an email with your leads shortly.';

/** Records every request of the page except scripts, pictures, the view report and the voice widget's own. */
function watchRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url());
    if (request.method() === 'GET' && /^(?:script|image)$/.test(request.resourceType())) return;
    // The voice widget loads its configuration from its provider on every page.
    if (hostname.endsWith('.elevenlabs.io') || pathname === '/_health/views') return;
    // The poll for rolled-back releases.
    if (pathname === '/composition/withdrawn.json') return;
    requests.push(`${request.method()} ${request.resourceType()} ${request.url()}`);
  });
  return requests;
}

function packRow(page: Page, name: string) {
  return page.getByRole('row', { name: new RegExp(name) });
}

test('from a sample to the checkout, its purchase and a free sample, and no request leaves the page', {
  tag: '@journey',
}, async ({ page }) => {
  await openHydrated(page, '/leads?industry=solar');
  await page.waitForLoadState('networkidle');
  const requests = watchRequests(page);

  const opener = packRow(page, 'Commercial Solar Pack').getByRole('button', { name: 'View Sample' });
  await opener.click();
  const sample = page.getByRole('dialog', { name: 'Lead Sample' });
  await expect(sample).toContainText('Secaucus, NJ');
  await expect(sample).toContainText('s•••@example.com');
  await sample.getByRole('button', { name: 'Buy This Pack' }).click();
  await expect(sample).toBeHidden();
  const checkout = page.getByRole('dialog', { name: 'Tell Us About Your Business' });
  await checkout.getByLabel('Company Name').fill('Harbor Cold Storage');
  await checkout.getByLabel('Email').fill('dana@harbor.example');
  // The axe test presses the other button.
  await checkout.getByRole('button', { name: 'Buy Lead Pack ($590)' }).click();
  await expect(checkout).toBeHidden();
  const thanks = page.getByRole('alertdialog');
  await expect(thanks).toContainText(purchaseThanks);
  await thanks.getByRole('button', { name: 'OK' }).click();
  await expect(thanks).toBeHidden();
  await expect(opener).toBeFocused();

  await page.getByRole('button', { name: 'Request Free Sample' }).click();
  const free = page.getByRole('dialog', { name: 'Request Free Lead Sample' });
  await expect(free.getByLabel('Industry')).toHaveValue('roofing');
  await free.getByLabel('Full Name').fill('Dana Ortiz');
  await free.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(sampleThanks);
  expect(requests).toEqual([]);
});

test('a dialog that cannot be fetched shows an error, and opens once it can; axe finds nothing with each dialog open and with an error shown', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // During its fade-in a dialog has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/market-dialogs.js', (route) => route.abort());
  await openHydrated(page, '/leads?industry=hvac');
  await page.getByRole('button', { name: 'Request Free Sample' }).click();
  await expect(page.getByText('This could not be opened')).toBeVisible();
  await page.unroute('**/market-dialogs.js');
  await page.getByRole('button', { name: 'Request Free Sample' }).click();
  const free = page.getByRole('dialog', { name: 'Request Free Lead Sample' });
  await expect(free).toBeVisible();
  await expectNoViolations(page, 'the request for a sample');
  await page.keyboard.press('Escape');
  await expect(free).toBeHidden();

  await packRow(page, 'Summer AC Pack').getByRole('button', { name: 'View Sample' }).click();
  await expect(page.getByRole('dialog', { name: 'Lead Sample' })).toBeVisible();
  await expectNoViolations(page, 'a sample');

  await page.getByRole('button', { name: 'Buy This Pack' }).click();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Become a Client' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expectCleanAtBothWidths(page);

  await page.getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Become a Client' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(purchaseThanks);
  await expectNoViolations(page, 'thanks');
});

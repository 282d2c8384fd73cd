import { fillIntake, sendIntake } from '../support/intake-form.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import {
  expectFilled,
  expectTold,
  fillForm,
  newEmail,
  sendForm,
  siteFormOf,
  submissionsOfAddress,
} from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// A proxy or a guest network between visitor and API answers with a web page of its own.

const guestNetwork = {
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Guest network</title><h1>Welcome',
};
const badGateway = { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' };

const calls = '**/api/**';

// Every form sends in the same way. Two of them have one message for every failure.
for (const form of [siteFormOf('/hvac'), siteFormOf('/my-agent')]) {
  test(`${form.name} treats a web page in place of an API response as a failure, whatever its status`, async ({
    page,
    query,
  }) => {
    const email = newEmail();
    await openHydrated(page, form.path);
    await form.open?.(page);
    await fillForm(page, form, email);
    for (const [answer, words] of [
      [guestNetwork, form.unreachable],
      [badGateway, form.path === '/my-agent' ? form.unreachable : 'Something went wrong'],
    ] as const) {
      await page.route(calls, (route) => route.fulfill(answer));
      // Some forms show the same message for both responses, so the test waits for the response.
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await sendForm(page, form);
      await answered;
      await expectTold(page, words);
      await expectFilled(page, form, email);
      await page.unroute(calls);
    }
    expect(await query(submissionsOfAddress, [email])).toHaveLength(0);
    await sendForm(page, form);
    await expectTold(page, form.thanks);
    expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
  });
}

test('the exotic-car intake treats a web page in place of an API response as a failure, and arrives once', async ({
  page,
  query,
  consoleErrors,
}) => {
  const email = newEmail();
  await openHydrated(page, '/exotics-intake');
  await fillIntake(page, email);
  for (const answer of [guestNetwork, badGateway]) {
    await page.route(calls, (route) => route.fulfill(answer));
    await sendIntake(page);
    await expectTold(page, 'Failed to submit form. Please try again.');
    // The specification requires a log entry for a failure of this form.
    await expect.poll(() => consoleErrors.splice(0).join()).toContain('[intake] the form was not sent.');
    await page.unroute(calls);
  }
  expect(await query(submissionsOfAddress, [email])).toHaveLength(0);
  await sendIntake(page);
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
  expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
});

test('look-ups that got a web page find the agent with the next try', async ({ page }) => {
  await page.route(calls, (route) => route.fulfill(guestNetwork));
  await openHydrated(page, '/agents/no-such-agent');
  await navigateInTab(page, '/agents/demo-agent');
  await expect(page.getByText('It may also be the connection')).toBeVisible();
  await openHydrated(page, '/my-agent');
  await page.getByRole('textbox', { name: 'Agent Code' }).fill('demo-active');
  await page.getByRole('button', { name: 'Access My Agent' }).click();
  await expect(page.getByRole('alert')).toHaveText('Connection error. Please try again.');
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Access My Agent' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
});

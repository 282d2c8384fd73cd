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

// Every form sends in the same way.
test('a form treats a web page in place of an API response as a failure, whatever its status', async ({
  page,
  query,
}) => {
  const form = siteFormOf('/hvac');
  const email = newEmail();
  await openHydrated(page, form.path);
  await fillForm(page, form, email);
  for (const [answer, words] of [
    [guestNetwork, form.unreachable],
    [badGateway, 'Something went wrong'],
  ] as const) {
    await page.route(calls, (route) => route.fulfill(answer));
    await sendForm(page, form);
    await expectTold(page, words);
    await expectFilled(page, form, email);
    await page.unroute(calls);
  }
  expect(await query(submissionsOfAddress, [email])).toHaveLength(0);
  await sendForm(page, form);
  await expectTold(page, form.thanks);
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

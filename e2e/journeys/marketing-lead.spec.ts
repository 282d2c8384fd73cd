import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { officeMail } from '../support/office-mail.ts';
import { expectFilled, fillForm, newEmail, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const form = siteFormOf('/hvac');

test('a lead of /hvac, sent again after a lost connection, is stored once and reaches the office, a toast thanks, and the form is empty', {
  tag: '@journey',
}, async ({ page, line, query }) => {
  const email = newEmail();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/leads')) keys.push(request.headers()['idempotency-key']);
  });
  await openHydrated(page, `${line.address}${form.path}`);
  await fillAsAPerson(page, () => fillForm(page, form, email));
  // The server stores it, and only the response is lost.
  line.breakFiles(/^\/api\/leads$/, 'lost');
  await sendForm(page, form);
  const toast = page.getByRole('region', { name: /notification/i });
  await expect(toast).toContainText('Failed to submit your information. Please try again.');
  await expectFilled(page, form, email);
  line.breakFiles();
  await sendForm(page, form);
  await expect(toast).toContainText('Success!');
  await expect(toast).toContainText('Thank you for your interest! We will contact you shortly.');
  // The form gives way to its confirmation.
  await expect(page.getByRole('heading', { name: 'We have it' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: 'We have it' })).toBeFocused();
  await expect(page.getByLabel('Name')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Schedule Now', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Service Type')).toHaveValue('');

  // Firefox itself sometimes repeats a request whose connection broke.
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
  const stored = await query('select name, company, phone, email, location, services from leads where email = $1', [
    email,
  ]);
  expect(stored).toEqual([
    {
      name: 'Ada Hope',
      company: 'Hope Heating',
      phone: '(801) 555-0142',
      email,
      location: 'Provo, Utah',
      services: ['repair'],
    },
  ]);
  const [context] = await query(
    `select reference, page_path, consent_version, quarantine_reason, fill_ms >= 1000 as timed from submissions
     where payload->>'email' = $1`,
    [email],
  );
  expect(context).toMatchObject({ page_path: '/hvac', consent_version: '2', quarantine_reason: null, timed: true });
  const mail = await officeMail(context?.reference);
  expect(mail).toMatch(/^To: sales@/m);
  expect(mail).toMatch(new RegExp(`^Reply-To: .*<${RegExp.escape(email)}>`, 'ms'));
});

import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { startMailServer } from '../support/mail-server.ts';
import { expect, openHydrated, test } from '../support/outage-test.ts';
import { expectTold, fillForm, type SiteForm, sendForm, siteForms } from '../support/site-forms.ts';

const form = siteForms.find(({ path }) => path === '/hvac') as SiteForm; // the list holds it

test('a lead is accepted while no mail server responds, and its mail is delivered once, later', async ({
  page,
  site,
  query,
}) => {
  const email = `ada.${crypto.randomUUID()}@hope.example`;
  await openHydrated(page, form.path);
  await fillAsAPerson(page, () => fillForm(page, form, email));
  await sendForm(page, form);
  await expectTold(page, form.thanks);
  const delivery = async () => {
    const [row] = await query(
      `select delivered_at is not null as delivered, last_error is not null as failed from deliveries
       join submissions on submissions.id = submission_id where payload->>'email' = $1 and channel = 'mail'`,
      [email],
    );
    return row;
  };
  await expect.poll(delivery).toEqual({ delivered: false, failed: true });
  const mailServer = await startMailServer(site.mailPort);
  try {
    // The backoff at this time is a few seconds, and at most half a minute.
    await expect.poll(delivery, { timeout: 60_000 }).toEqual({ delivered: true, failed: false });
    expect(mailServer.mails.filter((mail) => mail.includes(`<${email}>`))).toHaveLength(1);
  } finally {
    await mailServer.stop();
  }
});

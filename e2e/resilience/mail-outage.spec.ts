import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect, openHydrated, test } from '../support/outage-test.ts';
import { expectTold, fillForm, type SiteForm, sendForm, siteForms } from '../support/site-forms.ts';

const form = siteForms.find(({ path }) => path === '/hvac') as SiteForm; // the list holds it

/** A mail server on a port, and the texts that it took. */
async function startMailServer(port: number) {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { mails, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

test('a lead is taken while no mail server answers; its mail goes out by itself later, once', async ({
  page,
  site,
  query,
}) => {
  const email = `ada.${crypto.randomUUID()}@hope.example`;
  await openHydrated(page, form.path);
  await fillForm(page, form, email);
  await sendForm(page, form);
  await expectTold(page, form.thanks);
  const delivery = async () => {
    const [row] = await query(
      `select attempts, delivered_at is not null as delivered, last_error is not null as failed from deliveries
       join submissions on submissions.id = submission_id where payload->>'email' = $1 and channel = 'mail'`,
      [email],
    );
    return row;
  };
  await expect.poll(delivery).toEqual({ attempts: 1, delivered: false, failed: true });
  const mailServer = await startMailServer(site.mailPort);
  try {
    // The first wait is ten seconds.
    await expect.poll(delivery, { timeout: 30_000 }).toEqual({ attempts: 2, delivered: true, failed: false });
    expect(mailServer.mails.filter((mail) => mail.includes(`<${email}>`))).toHaveLength(1);
  } finally {
    await mailServer.stop();
  }
});

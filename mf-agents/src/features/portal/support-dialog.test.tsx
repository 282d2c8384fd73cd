import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type FakeRoutes, renderWithKit, startFakeApi } from 'kit/testing';
import { currentToasts, dismissToast } from 'kit/toast/store';
import { buildAgent } from '../../testing/build-agent.ts';
import { AgentView } from './agent-view.tsx';

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;

afterEach(async () => {
  sessionStorage.clear();
  for (const { id } of currentToasts()) dismissToast(id);
  await api?.close();
});

async function open(opener: 'Contact Support' | 'Request Quote', routes: FakeRoutes = {}) {
  api = await startFakeApi(routes);
  const { user, unmount } = renderWithKit(<AgentView agent={buildAgent()} />);
  await user.click(screen.getByRole('button', { name: opener }));
  return { user, unmount, calls: api.calls, dialog: within(screen.getByRole('dialog', { name: 'Contact Support' })) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Fills the fields in at once, because single keys are slow. */
function fill({ dialog }: Opened) {
  for (const [name, value] of [
    ['Name', 'Ada Byron'],
    ['Email', 'ada@example.com'],
    ['Subject', 'Hours'],
    ['Message', 'Please change the hours.'],
  ] as const) {
    fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } });
  }
}

describe('the support dialog', () => {
  it('starts as a general question, as an upgrade when a quote is asked for, and keeps what was typed', async () => {
    const { user, dialog } = await open('Contact Support');
    expect(dialog.getByRole('combobox', { name: 'Request Type' })).toHaveValue('question');
    await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Half a message');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Request Quote' }));
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a message');
    expect(screen.getByRole('combobox', { name: 'Request Type' })).toHaveValue('upgrade_request');
  });

  it('keeps the type that was chosen when it was closed by mistake', async () => {
    const { user, dialog } = await open('Contact Support');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Request Type' }), 'technical_support');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Contact Support' }));
    expect(screen.getByRole('combobox', { name: 'Request Type' })).toHaveValue('technical_support');
  });

  it('keeps what was typed through a reload, and stores no access code', async () => {
    const { user, dialog, unmount } = await open('Contact Support');
    await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Half a message');
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/acme-2041/i);
    unmount();
    await api?.close();
    const reloaded = await open('Contact Support');
    expect(reloaded.dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a message');
  });

  it('names each wrong field in the words of the specification', async () => {
    const { user, dialog, calls } = await open('Contact Support');
    await user.click(dialog.getByRole('button', { name: 'Send Message' }));
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
        'Name must be at least 2 characters',
      ),
    );
    for (const [field, message] of [
      ['Email', 'Please enter a valid email address'],
      ['Subject', 'Subject must be at least 5 characters'],
      ['Message', 'Message must be at least 10 characters'],
    ] as const) {
      expect(dialog.getByRole('textbox', { name: field })).toHaveAccessibleDescription(message);
    }
    expect(calls).toEqual([]);
  });

  it('sends the agent along, says so, closes, and is empty the next time', async () => {
    const opened = await open('Contact Support', {
      'POST /api/contact-support': { status: 201, body: {}, delay: 400 },
    });
    fill(opened);
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Send Message' }));
    expect(await opened.dialog.findByRole('button', { name: 'Sending...' })).toBeDisabled();
    const alert = await screen.findByRole('alertdialog');
    expect(alert).toHaveTextContent("Your message has been sent! We'll get back to you within 24 hours.");
    expect(opened.calls[0]?.body).toEqual({
      clientName: 'Ada Byron',
      clientEmail: 'ada@example.com',
      subject: 'Hours',
      message: 'Please change the hours.',
      requestType: 'question',
      agentName: 'acme-dental',
      agentCode: 'ACME-2041',
    });
    expect(opened.calls[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await opened.user.click(within(alert).getByRole('button', { name: 'OK' }));
    await opened.user.click(screen.getByRole('button', { name: 'Contact Support' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  });

  it('keeps what was typed after it was closed and opened again while it was sent', async () => {
    const opened = await open('Contact Support', {
      'POST /api/contact-support': { status: 201, body: {}, delay: 1000 },
    });
    fill(opened);
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Send Message' }));
    await opened.user.keyboard('{Escape}');
    await opened.user.click(screen.getByRole('button', { name: 'Contact Support' }));
    await opened.user.type(screen.getByRole('textbox', { name: 'Message' }), ' Soon.');
    await opened.user.click(
      within(await screen.findByRole('alertdialog', {}, { timeout: 3000 })).getByRole('button', { name: 'OK' }),
    );
    await opened.user.click(screen.getByRole('button', { name: 'Contact Support' }));
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Please change the hours. Soon.');
  });

  it.each([
    ['was sent', 201, { tone: 'success', title: 'Message sent' }],
    ['was not sent', 503, { tone: 'error', title: 'Not sent' }],
  ])('says in a notification that it %s when the visitor has left the page', async (_, status, toast) => {
    const opened = await open('Contact Support', { 'POST /api/contact-support': { status, body: {}, delay: 300 } });
    fill(opened);
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Send Message' }));
    await waitFor(() => expect(opened.calls).toHaveLength(1));
    opened.unmount();
    await waitFor(() => expect(currentToasts()).toMatchObject([{ ...toast, open: true }]));
  });

  it('keeps everything when it could not be sent, and sends it again with the same key', async () => {
    let tries = 0;
    const opened = await open('Contact Support', {
      'POST /api/contact-support': () => (++tries === 1 ? { status: 503, body: 'later' } : { status: 201, body: {} }),
    });
    fill(opened);
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Send Message' }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert).toHaveTextContent('Please try again or email us directly at support@testfield.example.');
    await opened.user.click(within(alert).getByRole('button', { name: 'OK' }));
    expect(opened.dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Please change the hours.');
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Send Message' }));
    await screen.findByText(/Your message has been sent!/);
    const keys = opened.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys[1]).toBe(keys[0]);
  });
});

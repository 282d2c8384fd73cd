import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type FakeAnswer, renderWithKit, startFakeApi } from 'kit/testing';
import { currentToasts, dismissToast } from 'kit/toast/store';
import { buildAgent } from '../../testing/build-agent.ts';
import { AgentView } from './agent-view.tsx';

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;

afterEach(async () => {
  sessionStorage.clear();
  for (const { id } of currentToasts()) dismissToast(id);
  await api?.close();
});

const accepted: FakeAnswer = { status: 201, body: {} };
const refused: FakeAnswer = { status: 503, body: 'later' };

// To compute the role and the name of every control takes ten times as long. Browser tests find all of these by both.
const button = (name: string) => screen.getByText(name, { selector: 'button' });
const field = (label: string) => screen.getByLabelText(label);

/** Opens the portal of an agent with an API that gives these answers, one after the other. */
async function open(...answers: FakeAnswer[]) {
  api = await startFakeApi({ 'POST /api/contact-support': () => answers.shift() ?? accepted });
  const { user, unmount } = renderWithKit(<AgentView agent={buildAgent()} />);
  return {
    unmount,
    user,
    calls: api.calls,
    ask: (opener: 'Contact Support' | 'Request Quote' = 'Contact Support') => user.click(button(opener)),
    send: () => user.click(button('Send Message')),
    confirm: async () => user.click(within(await screen.findByRole('alertdialog')).getByText('OK')),
  };
}

/** Fills the fields in at once, because single keys are slow. */
function fill() {
  for (const [name, value] of [
    ['Name', 'Ada Byron'],
    ['Email', 'ada@example.com'],
    ['Subject', 'Hours'],
    ['Message', 'Please change the hours.'],
  ] as const) {
    fireEvent.change(field(name), { target: { value } });
  }
}

describe('the support dialog', () => {
  it('starts as a general question, as an upgrade when a quote is asked for, keeps the type and what was typed, also through a reload, and stores no access code', async () => {
    const { user, ask, unmount } = await open();
    await ask();
    expect(screen.getByRole('dialog', { name: 'Contact Support' })).toBeVisible();
    expect(field('Request Type')).toHaveValue('question');
    await user.selectOptions(field('Request Type'), 'technical_support');
    fireEvent.change(field('Message'), { target: { value: 'Half a message' } });
    await user.keyboard('{Escape}');
    await ask();
    expect(field('Request Type')).toHaveValue('technical_support');
    await user.keyboard('{Escape}');
    await ask('Request Quote');
    expect(field('Request Type')).toHaveValue('upgrade_request');
    expect(field('Message')).toHaveValue('Half a message');
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/acme-2041/i);

    unmount();
    await api?.close();
    const reloaded = await open();
    await reloaded.ask();
    expect(field('Message')).toHaveValue('Half a message');
  });

  it('names each wrong field in the words of the specification', async () => {
    const { ask, send, calls } = await open();
    await ask();
    await send();
    await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Name must be at least 2 characters'));
    for (const [name, message] of [
      ['Email', 'Please enter a valid email address'],
      ['Subject', 'Subject must be at least 5 characters'],
      ['Message', 'Message must be at least 10 characters'],
    ] as const) {
      expect(field(name)).toHaveAccessibleDescription(message);
    }
    expect(calls).toEqual([]);
  });

  it('keeps everything when it could not be sent, sends the agent along, again with the same key, says so, closes, and is empty the next time', async () => {
    const held = Promise.withResolvers<void>();
    const { ask, send, confirm, calls } = await open({ ...refused, after: held.promise });
    await ask();
    fill();
    await send();
    expect(button('Sending...')).toBeDisabled();
    held.resolve();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Please try again or email us directly at support@testfield.example.',
    );
    await confirm();
    expect(field('Message')).toHaveValue('Please change the hours.');

    await send();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      "Your message has been sent! We'll get back to you within 24 hours.",
    );
    expect(calls[0]?.body).toEqual({
      clientName: 'Ada Byron',
      clientEmail: 'ada@example.com',
      subject: 'Hours',
      message: 'Please change the hours.',
      requestType: 'question',
      agentName: 'acme-dental',
      agentCode: 'ACME-2041',
    });
    expect(calls[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls[1]?.headers['idempotency-key']).toBe(calls[0]?.headers['idempotency-key']);
    await confirm();
    await ask();
    expect(field('Name')).toHaveValue('');
  });

  it('keeps what was typed after it was closed and opened again while it was sent', async () => {
    const held = Promise.withResolvers<void>();
    const { user, ask, send, confirm } = await open({ ...accepted, after: held.promise });
    await ask();
    fill();
    await send();
    await user.keyboard('{Escape}');
    await ask();
    await user.type(field('Message'), ' Soon.');
    held.resolve();
    await confirm();
    await ask();
    expect(field('Message')).toHaveValue('Please change the hours. Soon.');
  });

  it.each([
    ['was sent', accepted, { tone: 'success', title: 'Message sent' }],
    ['was not sent', refused, { tone: 'error', title: 'Not sent' }],
  ])('says in a notification that it %s when the visitor has left the page', async (_, answer, toast) => {
    const held = Promise.withResolvers<void>();
    const { ask, send, calls, unmount } = await open({ ...answer, after: held.promise });
    await ask();
    fill();
    await send();
    await waitFor(() => expect(calls).toHaveLength(1));
    unmount();
    held.resolve();
    await waitFor(() => expect(currentToasts()).toMatchObject([{ ...toast, open: true }]));
  });
});

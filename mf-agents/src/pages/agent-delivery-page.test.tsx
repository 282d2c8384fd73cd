import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { keepRouteAnswer } from 'kit/site';
import { type FakeRoutes, renderWithKit, startFakeApi } from 'kit/testing';
import { buildAgent } from '../testing/build-agent.ts';
import { AgentDelivery } from './agent-delivery-page.tsx';

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;
let count = 0;

afterEach(async () => {
  await api?.close();
});

/** Each test uses another name, because found agents are cached. */
async function open(answer: FakeRoutes[string], more: (agentName: string) => FakeRoutes = () => ({})) {
  count += 1;
  const agentName = `agent ${count}`;
  api = await startFakeApi({ [`GET /api/ai-agents/by-name/agent%20${count}`]: answer, ...more(`agent%20${count}`) });
  const data = `/api/ai-agents/by-name/agent%20${count}`;
  const page = renderWithKit(<AgentDelivery agentName={agentName} />, { data });
  return { ...page, agentName, data, calls: api.calls };
}

const { agentName: _name, agentCode: _code, ...publicAgent } = buildAgent();

describe('the page of an agent', () => {
  it('loads, then shows who it is and how to talk to it, and asks the server once', async () => {
    const held = Promise.withResolvers<void>();
    const { unmount, agentName, data, calls } = await open({ body: publicAgent, after: held.promise });
    expect(screen.getByRole('status')).toHaveTextContent('Loading your AI agent...');
    held.resolve();
    expect(await screen.findByText('Acme Dental', { selector: 'h1' })).toBeVisible();
    for (const text of ['Smiles on time', 'Agent Online & Ready', 'Under 2s']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByRole('img', { name: 'Profile image of Acme Dental' })).toBeVisible();
    const talk = screen.getByRole('link', { name: /Start Talking Now/ });
    expect(talk).toHaveAttribute('href', 'https://talk.example/?agent_id=agent_acme_7');
    expect(talk.getAttribute('rel')).toContain('noopener');
    unmount();
    renderWithKit(<AgentDelivery agentName={agentName} />, { data });
    expect(screen.getByText('Acme Dental', { selector: 'h1' })).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['there is none', { status: 404, body: 'none' }],
    ['the answer is empty', { body: '' }],
    ['the answer is null', { body: 'null' }],
  ])('says Agent Not Found when %s', async (_name, answer) => {
    await open(answer);
    const heading = await screen.findByText('Agent Not Found', { selector: 'h1' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText('This agent does not exist or has been deactivated.')).toBeVisible();
    expect(screen.getByText('Go to My Agent')).toHaveAttribute('href', '/my-agent');
    expect(screen.queryByText('Try again')).toBeNull();
  });

  /** Opens a page for which the server got no agent before hydration. */
  async function openUnfound(name: string, answer: FakeRoutes[string]) {
    const data = `/api/ai-agents/by-name/${name}`;
    keepRouteAnswer(data, { status: 404 });
    api = await startFakeApi({ [`GET ${data}`]: answer });
    renderWithKit(<AgentDelivery agentName={name} />, { data });
    expect(screen.getByText('Agent Not Found')).toBeVisible();
    return api.calls;
  }

  it('looks itself for an agent that the server of the page did not find, and says so when that takes long', async () => {
    const held = Promise.withResolvers<void>();
    const calls = await openUnfound('late', { body: publicAgent, after: held.promise });
    expect(await screen.findByText('Loading your AI agent...')).toBeVisible();
    held.resolve();
    expect(await screen.findByText('Acme Dental', { selector: 'h1' })).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it('leaves in sight that there is none while a quick look says the same', async () => {
    const seen: string[] = [];
    const watch = new MutationObserver(() => seen.push(document.querySelector('h1')?.textContent ?? ''));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    // On a busy machine no look is quick.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const calls = await openUnfound('none', { status: 404, body: 'none' });
    act(() => jest.advanceTimersByTime(299));
    while (calls.length === 0) await act(() => sleep(20));
    await act(() => sleep(400));
    jest.useRealTimers();
    watch.disconnect();
    expect(screen.getByText('Agent Not Found')).toBeVisible();
    expect(new Set(seen)).toEqual(new Set(['Agent Not Found']));
    expect(calls).toHaveLength(1);
  });

  it('asks again by hand when the server failed, never by itself', async () => {
    let tries = 0;
    const { user, calls } = await open(() => (++tries === 1 ? { status: 503 } : { body: publicAgent }));
    await screen.findByText('Agent Not Found');
    expect(calls).toHaveLength(1);
    await user.click(screen.getByText('Try again'));
    expect(await screen.findByText('Acme Dental', { selector: 'h1' })).toBeVisible();
    expect(calls).toHaveLength(2);
  });
});

describe('the quote dialog', () => {
  it('starts with five stars and a wish for a quote, takes the stars by keyboard, is empty after it was sent, and sends the id as the server gave it, be it a number', async () => {
    const held = Promise.withResolvers<void>();
    const answers = [{ status: 201, body: {}, after: held.promise }];
    const { user, calls } = await open({ body: { ...publicAgent, id: 7 } }, (name) => ({
      [`POST /api/agents/${name}/feedback`]: () => answers.shift() ?? { status: 201, body: {} },
    }));
    /** Opens the dialog, and fills the fields in at once, because single keys are slow. */
    const openFilled = async () => {
      await user.click(await screen.findByText('Get Custom Quote', { selector: 'button' }));
      const dialog = within(screen.getByRole('dialog', { name: 'Get Custom Quote' }));
      expect(dialog.getByLabelText('Name')).toHaveValue('');
      for (const [name, value] of [
        ['Name', 'Ada Byron'],
        ['Email', 'ada@example.com'],
        ['Business Name', 'Byron Roofing'],
      ] as const) {
        fireEvent.change(dialog.getByLabelText(name), { target: { value } });
      }
      return dialog;
    };
    const first = await openFilled();
    expect(first.getByLabelText('5 of 5')).toBeChecked();
    expect(first.getByLabelText(/quote/)).toBeChecked();
    await user.selectOptions(first.getByLabelText('Budget'), '500-1000');
    await user.click(first.getByText('Submit'));
    expect(first.getByText('Submitting...')).toBeDisabled();
    held.resolve();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      "Thank you for your feedback! We'll be in touch soon with your quote.",
    );
    expect(screen.queryByLabelText('Name')).toBeNull();
    await user.click(screen.getByText('OK'));

    const second = await openFilled();
    await user.click(second.getByLabelText('4 of 5'));
    await user.keyboard('{ArrowLeft}');
    expect(second.getByLabelText('3 of 5')).toBeChecked();
    await user.click(second.getByLabelText(/quote/));
    await user.click(second.getByText('Submit'));
    await screen.findByRole('alertdialog');
    const named = {
      clientName: 'Ada Byron',
      clientEmail: 'ada@example.com',
      businessName: 'Byron Roofing',
      agentId: 7,
    };
    expect(calls.slice(1).map(({ body }) => body)).toMatchObject([
      { ...named, agentSatisfaction: 5, wantsQuote: true, budget: '500-1000' },
      { ...named, agentSatisfaction: 3, wantsQuote: false },
    ]);
  });
});

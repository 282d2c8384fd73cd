import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
    const { unmount, agentName, data, calls } = await open({ body: publicAgent, delay: 400 });
    expect(screen.getByRole('status')).toHaveTextContent('Loading your AI agent...');
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme Dental' })).toBeVisible();
    for (const text of ['Smiles on time', 'Agent Online & Ready', 'Under 2s']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByRole('img', { name: 'Profile image of Acme Dental' })).toBeVisible();
    const talk = screen.getByRole('link', { name: /Start Talking Now/ });
    expect(talk).toHaveAttribute('href', 'https://talk.example/?agent_id=agent_acme_7');
    expect(talk.getAttribute('rel')).toContain('noopener');
    unmount();
    renderWithKit(<AgentDelivery agentName={agentName} />, { data });
    expect(screen.getByRole('heading', { level: 1, name: 'Acme Dental' })).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['there is none', { status: 404, body: 'none' }],
    ['the answer is empty', { body: '' }],
    ['the answer is null', { body: 'null' }],
  ])('says Agent Not Found when %s', async (_name, answer) => {
    await open(answer);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Agent Not Found' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText('This agent does not exist or has been deactivated.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to My Agent' })).toHaveAttribute('href', '/my-agent');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  /** Opens a page for which the server got no agent before hydration. */
  async function openUnfound(name: string, answer: FakeRoutes[string]) {
    const data = `/api/ai-agents/by-name/${name}`;
    keepRouteAnswer(data, { status: 404 });
    api = await startFakeApi({ [`GET ${data}`]: answer });
    renderWithKit(<AgentDelivery agentName={name} />, { data });
    expect(screen.getByRole('heading', { name: 'Agent Not Found' })).toBeVisible();
    return api.calls;
  }

  it('looks itself for an agent that the server of the page did not find, and says so when that takes long', async () => {
    const calls = await openUnfound('late', { body: publicAgent, delay: 2000 });
    expect(await screen.findByText('Loading your AI agent...')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Acme Dental' }, { timeout: 10_000 })).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it('leaves in sight that there is none while a quick look says the same', async () => {
    const seen: string[] = [];
    const watch = new MutationObserver(() => seen.push(document.querySelector('h1')?.textContent ?? ''));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    const calls = await openUnfound('none', { status: 404, body: 'none' });
    await waitFor(() => expect(calls).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 400));
    watch.disconnect();
    expect(screen.getByRole('heading', { name: 'Agent Not Found' })).toBeVisible();
    expect(new Set(seen)).toEqual(new Set(['Agent Not Found']));
    expect(calls).toHaveLength(1);
  });

  it('asks again by hand when the server failed, never by itself', async () => {
    let tries = 0;
    const { user, calls } = await open(() => (++tries === 1 ? { status: 503 } : { body: publicAgent }));
    await screen.findByRole('heading', { name: 'Agent Not Found' });
    expect(calls).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Acme Dental' })).toBeVisible();
    expect(calls).toHaveLength(2);
  });
});

describe('the quote dialog', () => {
  async function openDialog(answer: FakeRoutes[string], agent = {}) {
    const page = await open({ body: { ...publicAgent, ...agent } }, (name) => ({
      [`POST /api/agents/${name}/feedback`]: answer,
    }));
    await page.user.click(await screen.findByRole('button', { name: 'Get Custom Quote' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Get Custom Quote' }));
    /** Fills the fields in at once, because single keys are slow. */
    const fill = () => {
      for (const [name, value] of [
        ['Name', 'Ada Byron'],
        ['Email', 'ada@example.com'],
        ['Business Name', 'Byron Roofing'],
      ] as const) {
        fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } });
      }
    };
    return { ...page, dialog, fill };
  }

  it('starts with five stars and a wish for a quote, and is sent with the id of the agent', async () => {
    const { user, dialog, fill, calls } = await openDialog({ status: 201, body: {}, delay: 400 });
    expect(dialog.getByRole('radio', { name: '5 of 5' })).toBeChecked();
    expect(dialog.getByRole('checkbox', { name: /quote/ })).toBeChecked();
    fill();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Budget' }), '500-1000');
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await dialog.findByRole('button', { name: 'Submitting...' })).toBeDisabled();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      "Thank you for your feedback! We'll be in touch soon with your quote.",
    );
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await user.click(screen.getByRole('button', { name: 'Get Custom Quote' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
    expect(calls.at(-1)?.body).toMatchObject({
      clientName: 'Ada Byron',
      clientEmail: 'ada@example.com',
      businessName: 'Byron Roofing',
      agentSatisfaction: 5,
      wantsQuote: true,
      budget: '500-1000',
      agentId: '7',
    });
  });

  it('takes the stars by keyboard, and sends the id as the server gave it, be it a number', async () => {
    const { user, dialog, fill, calls } = await openDialog({ status: 201, body: {} }, { id: 7 });
    fill();
    await user.click(dialog.getByRole('radio', { name: '4 of 5' }));
    await user.keyboard('{ArrowLeft}');
    expect(dialog.getByRole('radio', { name: '3 of 5' })).toBeChecked();
    await user.click(dialog.getByRole('checkbox', { name: /quote/ }));
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    await screen.findByRole('alertdialog');
    expect(calls.at(-1)?.body).toMatchObject({ agentId: 7, agentSatisfaction: 3, wantsQuote: false });
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { type FakeAnswer, type FakeRoutes, renderWithKit, startFakeApi } from 'kit/testing';
import { AgentView } from '../features/portal/agent-view.tsx';
import { buildAgent } from '../testing/build-agent.ts';
import { MyAgentPage } from './my-agent-page.tsx';

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;

async function open(routes: FakeRoutes = {}) {
  api = await startFakeApi(routes);
  const page = renderWithKit(<MyAgentPage />, { route: '/my-agent' });
  return { ...page, field: screen.getByRole('textbox', { name: 'Agent Code' }), calls: api.calls };
}

beforeEach(() => {
  window.scrollTo = () => {}; // jsdom has no layout to scroll
});

afterEach(async () => {
  await api?.close();
  api = undefined;
});

describe('the door of the portal', () => {
  it('asks for a code when it gets blanks, asks no server, and leads to the main site those who have none', async () => {
    const { user, field, calls } = await open();
    expect(screen.getByRole('link', { name: 'Contact us to get started' })).toHaveAttribute('href', '/');
    await user.type(field, '   ');
    await user.click(screen.getByText('Access My Agent', { selector: 'button' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter your agent code');
    expect(field).toHaveAccessibleDescription('Please enter your agent code');
    expect(calls).toEqual([]);
  });

  it('trims and encodes the code, searches once, says so meanwhile, and takes an answer with the members that the specification lists, however the provider is spelled', async () => {
    const { id: _unlisted, elevenLabsAgentId, ...listed } = buildAgent();
    const held = Promise.withResolvers<void>();
    const { user, field, calls } = await open({
      'GET /api/ai-agents/by-code/A%2FB%20%C3%9C': {
        body: { ...listed, elevenlabs_agent_id: elevenLabsAgentId },
        after: held.promise,
      },
    });
    await user.type(field, '  a/b ü {Enter}');
    expect(screen.getByText('Searching...', { selector: 'button' })).toBeDisabled();
    held.resolve();
    expect(await screen.findByText('Acme Dental', { selector: 'h1' })).toBeVisible();
    expect(calls.map(({ path }) => path)).toEqual(['/api/ai-agents/by-code/A%2FB%20%C3%9C']);
    expect(screen.getByRole('link', { name: /Start Talking/ })).toHaveAttribute(
      'href',
      'https://talk.example/?agent_id=agent_acme_7',
    );
  });

  it('marks the code where the code is at fault, until it is changed, and not where the server is, and says nothing of a failure while it searches again', async () => {
    const failed = 'Unable to find your agent. Please try again.';
    const answers: FakeAnswer[] = [{ status: 404, body: 'no' }];
    const { user, field, calls } = await open({ 'GET /api/ai-agents/by-code/NOPE': () => answers.shift() ?? {} });
    await user.type(field, 'nope{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Agent code not found. Please check your code and try again.',
    );
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAttribute('aria-invalid', 'true');
    await user.type(field, 'x{Backspace}');
    expect(field).not.toHaveAttribute('aria-invalid');
    expect(field).toHaveAccessibleDescription('Your code is in the email we sent you when your agent went live.');

    // Not allowed, an empty answer, and something else.
    for (const answer of [{ status: 401 }, { body: '' }, { body: { hello: 1 } }]) {
      const held = Promise.withResolvers<void>();
      answers.push({ ...answer, after: held.promise });
      await user.type(field, '{Enter}');
      expect(screen.getByText('Searching...', { selector: 'button' })).toBeDisabled();
      expect(screen.queryByText(failed)).toBeNull();
      held.resolve();
      expect(await screen.findByText(failed)).toBeVisible();
      expect(screen.getByRole('alert')).toHaveTextContent(failed);
      expect(field).not.toHaveAttribute('aria-invalid');
      expect(field).toHaveAccessibleDescription(failed);
      expect(field).toHaveValue('NOPE');
    }
    expect(calls).toHaveLength(4);
  });
});

describe('the portal of an agent', () => {
  it('welcomes, with badges, figures, the talk page in a new tab and a mail for the payment, and keeps the code out of every address', async () => {
    const agent = buildAgent({ businessName: 'A & B' });
    const { user, field, container } = await open({ 'GET /api/ai-agents/by-code/ACME-2041': { body: agent } });
    await user.type(field, 'ACME-2041{Enter}');
    await waitFor(() => expect(screen.getByText('A & B', { selector: 'h1' })).toHaveFocus());
    const texts = ['Welcome', 'Smiles on time', 'Active', 'Voice Enabled', '24/7 Available', 'Under 2s', 'Unlimited'];
    for (const text of texts) expect(screen.getByText(text)).toBeVisible();
    const talk = screen.getByRole('link', { name: /Start Talking/ });
    expect(talk).toHaveAttribute('href', 'https://talk.example/?agent_id=agent_acme_7');
    expect(talk).toHaveAttribute('target', '_blank');
    expect(talk.getAttribute('rel')).toContain('noopener');
    expect(screen.getByText('Email for Payment')).toHaveAttribute(
      'href',
      'mailto:clients@testfield.example?subject=Payment%20for%20the%20AI%20agent%20of%20A%20%26%20B',
    );
    for (const link of container.querySelectorAll('a'))
      expect(decodeURIComponent(link.href)).not.toContain('ACME-2041');
  });

  it('shows what the server says as text, never as markup', () => {
    const businessName = '<img src=x onerror=alert(1)>';
    const agent = buildAgent({ businessName, tagline: '<script>1</script>', elevenLabsAgentId: '"onclick=x' });
    const { container } = renderWithKit(<AgentView agent={agent} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(businessName);
    expect(container.querySelector('img, script')).toBeNull();
    // An invalid voice agent id opens nothing, and a message says so.
    expect(screen.queryByText(/Start Talking/)).toBeNull();
    expect(screen.queryByText('Voice Enabled')).toBeNull();
    expect(screen.getByText(/voice line is not set up/)).toBeVisible();
  });

  it('copies the public link and confirms each copy for two seconds, with the focus where it was, and leaves it selected where a browser forbids copying', async () => {
    const { user } = renderWithKit(<AgentView agent={buildAgent()} />);
    const pass = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
    await user.click(screen.getByText('Copy Link'));
    expect((await screen.findByText('Copied!')).closest('button')).toHaveFocus();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/agents/acme-dental');
    await pass(1400);
    await user.click(screen.getByText('Copied!'));
    await pass(1000);
    expect(screen.getByText('Copied!')).toBeVisible();
    expect(await screen.findByText('Copy Link', {}, { timeout: 2000 })).toBeVisible();

    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    await user.click(screen.getByText('Copy Link'));
    expect(await screen.findByText(/The link is selected/)).toBeVisible();
    const address = screen.getByLabelText<HTMLInputElement>('Public Agent Link');
    expect(address.value.slice(address.selectionStart ?? 0, address.selectionEnd ?? 0)).toBe(address.value);
  });
});

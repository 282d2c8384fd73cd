import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { type FakeRoutes, renderWithKit, startFakeApi } from 'kit/testing';
import { buildAgent } from '../testing/build-agent.ts';
import { MyAgentPage } from './my-agent-page.tsx';

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;

async function open(routes: FakeRoutes = {}) {
  api = await startFakeApi(routes);
  const page = renderWithKit(<MyAgentPage />, { route: '/my-agent' });
  return { ...page, field: screen.getByRole('textbox', { name: 'Agent Code' }), calls: api.calls };
}

async function logIn(agent = buildAgent(), more: FakeRoutes = {}) {
  const path = `GET /api/ai-agents/by-code/${encodeURIComponent(agent.agentCode)}`;
  const page = await open({ [path]: { body: agent }, ...more });
  await page.user.type(page.field, `${agent.agentCode}{Enter}`);
  await screen.findByRole('heading', { level: 1, name: agent.businessName });
  return page;
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
    await user.click(screen.getByRole('button', { name: 'Access My Agent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter your agent code');
    expect(field).toHaveAccessibleDescription('Please enter your agent code');
    expect(calls).toEqual([]);
  });

  it('trims and encodes the code, searches once, and says so meanwhile', async () => {
    const { user, field, calls } = await open({
      'GET /api/ai-agents/by-code/A%2FB%20%C3%9C': { body: buildAgent(), delay: 40 },
    });
    await user.type(field, '  a/b ü {Enter}');
    expect(screen.getByRole('button', { name: 'Searching...' })).toBeDisabled();
    await screen.findByRole('heading', { name: 'Acme Dental' });
    expect(calls.map(({ path }) => path)).toEqual(['/api/ai-agents/by-code/A%2FB%20%C3%9C']);
  });

  it('takes an answer with the members that the specification lists, however the provider is spelled', async () => {
    const { id: _unlisted, elevenLabsAgentId, ...listed } = buildAgent();
    const { user, field } = await open({
      'GET /api/ai-agents/by-code/ACME-2041': { body: { ...listed, elevenlabs_agent_id: elevenLabsAgentId } },
    });
    await user.type(field, 'acme-2041{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme Dental' })).toBeVisible();
    expect(screen.getByRole('link', { name: /Start Talking/ })).toHaveAttribute(
      'href',
      'https://talk.example/?agent_id=agent_acme_7',
    );
  });

  it.each([
    ['401', { status: 401 }],
    ['an empty answer', { body: '' }],
    ['something else', { body: { hello: 1 } }],
  ])('says what %s means and keeps the code', async (_name, answer) => {
    const message = 'Unable to find your agent. Please try again.';
    const { user, field, calls } = await open({ 'GET /api/ai-agents/by-code/NOPE': answer });
    await user.type(field, 'nope{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByText(message)).toBeVisible();
    expect(field).toHaveValue('NOPE');
    expect(calls).toHaveLength(1);
  });

  it('says nothing of the failure before while it searches again', async () => {
    const answer = { status: 500, body: 'no', delay: 0 };
    const { user, field } = await open({ 'GET /api/ai-agents/by-code/NOPE': () => ({ ...answer }) });
    await user.type(field, 'nope{Enter}');
    const message = 'Unable to find your agent. Please try again.';
    expect(await screen.findByText(message)).toBeVisible();
    answer.delay = 500;
    await user.type(field, '{Enter}');
    expect(await screen.findByRole('button', { name: 'Searching...' })).toBeDisabled();
    expect(screen.queryByText(message)).toBeNull();
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('marks the code where the code is at fault, until it is changed, and not where the server is', async () => {
    let status = 404;
    const { user, field } = await open({ 'GET /api/ai-agents/by-code/NOPE': () => ({ status, body: 'no' }) });
    await user.type(field, 'nope{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Agent code not found. Please check your code and try again.',
    );
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAttribute('aria-invalid', 'true');
    await user.type(field, 'x{Backspace}');
    expect(field).not.toHaveAttribute('aria-invalid');
    expect(field).toHaveAccessibleDescription('Your code is in the email we sent you when your agent went live.');
    status = 500;
    await user.type(field, '{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Unable to find your agent.'));
    expect(field).not.toHaveAttribute('aria-invalid');
    expect(field).toHaveAccessibleDescription('Unable to find your agent. Please try again.');
  });
});

describe('the portal of an agent', () => {
  it('welcomes, with badges, figures, the talk page in a new tab and a mail for the payment, and keeps the code out of every address', async () => {
    const { container } = await logIn(buildAgent({ businessName: 'A & B' }));
    expect(screen.getByText('Welcome')).toBeVisible();
    for (const text of ['Smiles on time', 'Active', 'Voice Enabled', '24/7 Available', 'Under 2s', 'Unlimited']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    const talk = screen.getByRole('link', { name: /Start Talking/ });
    expect(talk).toHaveAttribute('href', 'https://talk.example/?agent_id=agent_acme_7');
    expect(talk).toHaveAttribute('target', '_blank');
    expect(talk.getAttribute('rel')).toContain('noopener');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(screen.getByRole('link', { name: 'Email for Payment' })).toHaveAttribute(
      'href',
      'mailto:clients@testfield.example?subject=Payment%20for%20the%20AI%20agent%20of%20A%20%26%20B',
    );
    for (const link of container.querySelectorAll('a'))
      expect(decodeURIComponent(link.href)).not.toContain('ACME-2041');
  });

  it('shows what the server says as text, never as markup', async () => {
    const businessName = '<img src=x onerror=alert(1)>';
    const { container } = await logIn(
      buildAgent({ businessName, tagline: '<script>1</script>', elevenLabsAgentId: '"onclick=x' }),
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(businessName);
    expect(container.querySelector('img, script')).toBeNull();
    // An invalid voice agent id opens nothing, and a message says so.
    expect(screen.queryByRole('link', { name: /Start Talking/ })).toBeNull();
    expect(screen.queryByText('Voice Enabled')).toBeNull();
    expect(screen.getByText(/voice line is not set up/)).toBeVisible();
  });

  it('copies the public link and confirms each copy for two seconds, with the focus where it was', async () => {
    const { user } = await logIn();
    const pass = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
    await user.click(screen.getByRole('button', { name: 'Copy Link' }));
    expect(await screen.findByRole('button', { name: 'Copied!' })).toHaveFocus();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/agents/acme-dental');
    await pass(1400);
    await user.click(screen.getByRole('button', { name: 'Copied!' }));
    await pass(1000);
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Copy Link' }, { timeout: 2000 })).toBeVisible();
  });

  it('leaves the link selected where a browser forbids copying', async () => {
    const { user } = await logIn();
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    await user.click(screen.getByRole('button', { name: 'Copy Link' }));
    expect(await screen.findByText(/The link is selected/)).toBeVisible();
    const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Public Agent Link' });
    expect(address.value.slice(address.selectionStart ?? 0, address.selectionEnd ?? 0)).toBe(address.value);
  });
});

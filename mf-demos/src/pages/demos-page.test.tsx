import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildSite, renderWithKit, takeConsole } from 'kit/testing';
import { useLocation } from 'react-router';
import { unlockedFlag } from '../features/access/unlocked-flag.ts';
import { DemosPage } from './demos-page.tsx';

const team = {
  id: 'hill-realty',
  name: 'Hill <b>Realty</b>',
  logo: '/attached_assets/demos/hill.svg',
  description: 'A real-estate team.',
  agentCode: 'SECRET-CODE',
  industry: 'Real Estate',
  features: ['Books viewings', 'Answers questions'],
};

let count = 0;

/** Each test has its own element name, because a custom element cannot be unregistered. */
function open(search = '') {
  count += 1;
  const { voice, demos } = buildSite();
  const site = {
    voice: { ...voice, elementName: `test-demo-voice-${count}`, scriptUrl: `https://cdn.example/${count}.js` },
    demos: { ...demos, clients: [team] },
  };
  const page = renderWithKit(
    <>
      <DemosPage />
      <Address />
    </>,
    { route: `/click-demos${search}`, site },
  );
  return { ...page, elementName: site.voice.elementName };
}

function Address() {
  return <data data-testid="address">{useLocation().search}</data>;
}

/** jsdom fetches no scripts; this simulates that the script loads or fails. */
async function settleScript(elementName: string, event: 'load' | 'error') {
  await act(async () => {
    if (event === 'load') customElements.define(elementName, class extends HTMLElement {});
    for (const script of document.head.querySelectorAll('script')) script.dispatchEvent(new Event(event));
  });
}

beforeEach(() => {
  sessionStorage.setItem(unlockedFlag, 'true');
  window.scrollTo = () => {}; // jsdom has no layout to scroll
});

afterEach(() => {
  sessionStorage.clear();
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

describe('the client demos', () => {
  it('stay behind the gate, even when a demo is linked', () => {
    sessionStorage.clear();
    open('?demo=hill-realty');
    expect(screen.getByLabelText('Password')).toBeVisible();
    expect(screen.queryByText(team.name)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
  });

  it('show before the password what is behind it, one call, and our own agent', () => {
    sessionStorage.clear();
    open();
    expect(screen.getByText(team.description)).toBeVisible();
    for (const feature of team.features) expect(screen.getByText(feature)).toBeVisible();
    expect(screen.getByText('Play the house showing call')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Talk to Our AI Specialist' })).toBeEnabled();
  });

  it('lists the clients as text, the place of the next one, and initials where a logo cannot be loaded', () => {
    const { container } = open();
    expect(screen.getByRole('heading', { level: 3, name: team.name })).toBeVisible();
    expect(screen.getByRole('heading', { level: 3, name: 'Coming Soon' })).toBeVisible();
    expect(container.querySelector('b')).toBeNull();
    // The code opens the client's account, so it must not be on the page.
    expect(container).not.toHaveTextContent(team.agentCode);
    expect(screen.getByRole('link', { name: 'Main Site' })).toHaveAttribute('href', '/');
    act(() => {
      container.querySelector('img')?.dispatchEvent(new Event('error'));
    });
    expect(screen.getByText('H<')).toBeVisible();
  });

  it('opens a demo with its widget and a mail that names the client, and goes back to the list', async () => {
    const { user, elementName } = open();
    await user.click(screen.getByRole('link', { name: `Open demo: ${team.name}` }));
    expect(screen.getByTestId('address')).toHaveTextContent('?demo=hill-realty');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: team.name })).toHaveFocus());
    expect(screen.getByRole('status')).toHaveTextContent('Loading the voice agent...');
    await settleScript(elementName, 'load');
    expect(screen.getByRole('status')).toHaveTextContent('Press the voice agent');
    const [widget, ...others] = document.querySelectorAll('[agent-id]');
    expect(others).toEqual([]);
    expect(widget).toHaveAttribute('agent-id', 'agent_demos');
    expect(screen.getByRole('heading', { name: 'How to use this demo' })).toBeVisible();
    for (const feature of team.features) expect(screen.getByText(feature)).toBeVisible();
    const mail = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Get Your AI Agent' }).href);
    expect(mail.pathname).toBe('sales@testfield.example');
    expect(mail.searchParams.get('subject')).toContain(team.name);
    await user.click(screen.getByRole('button', { name: 'Back to Demos' }));
    expect(screen.getByText('Coming Soon')).toBeVisible();
    // The widget floats again instead of being removed with its box.
    expect(document.querySelector('[agent-id]')?.parentElement).toBe(document.body);
  });

  it('says that the demo cannot be loaded, logs why, and loads it again by hand', async () => {
    const { user, elementName } = open('?demo=hill-realty');
    await settleScript(elementName, 'error');
    expect(takeConsole().join()).toContain('could not be loaded');
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('The demo cannot be loaded');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('status')).toHaveTextContent('Loading the voice agent...');
    await settleScript(elementName, 'load');
    expect(document.querySelectorAll('[agent-id]')).toHaveLength(1);
  });

  it('reports a timeout after eight seconds, and still accepts a script that loads later', async () => {
    jest.useFakeTimers();
    const { elementName } = open('?demo=hill-realty');
    act(() => void jest.advanceTimersByTime(7999));
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.getByRole('alert')).toHaveTextContent('The demo cannot be loaded');
    jest.useRealTimers();
    await settleScript(elementName, 'load');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the list for a demo that it does not know', () => {
    open('?demo=no-such');
    expect(screen.getByText('Coming Soon')).toBeVisible();
  });
});

import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { renderWithKit, takeConsole } from 'kit/testing';
import { agentLinks } from '../content/navigation.ts';
import { routes } from '../routes.ts';
import { AiAgentDemoPage } from './ai-agent-demo-page.tsx';
import { AiAgentPackagesPage } from './ai-agent-packages-page.tsx';

describe('the demo page', () => {
  it('has its own header links, all of them pages, its footer, and says what comes next instead of a film that is not there', async () => {
    const { user } = renderWithKit(<AiAgentDemoPage />, { route: '/ai-agent-demo' });
    const links = within(screen.getByRole('navigation', { name: 'AI agents' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/ai-agent-demo'],
      ['Packages', '/ai-agent-packages'],
      ['Custom Agent', '/custom-ai-agent'],
    ]);
    expect(links[0]).toHaveAttribute('aria-current', 'page');
    for (const { to } of agentLinks) expect(routes.map(({ path }) => path)).toContain(to);
    expect(screen.getByRole('link', { name: 'Testfield' })).toHaveAttribute('href', '/');
    expect(screen.getByText('support@testfield.example')).toBeVisible();

    expect(screen.queryByText('book a consultation')).toBeNull();
    await user.click(screen.getByText('Watch Demo'));
    expect(screen.getByText('sales@testfield.example')).toBeVisible();
    expect(screen.getByText('book a consultation')).toHaveAttribute('href', '/consultation');
    await user.click(screen.getByText('Watch Demo'));
    expect(screen.queryByText('book a consultation')).toBeNull();
  });

  it('names the telephone when the voice widget does not come', async () => {
    const { user } = renderWithKit(<AiAgentDemoPage />);
    const talk = screen.getByRole('button', { name: /Talk to Our AI Specialist/ });
    const said = talk.parentElement?.querySelector('[role=status]');
    expect(said).toBeVisible();
    await user.click(talk);
    expect(talk).toHaveFocus();
    expect(screen.getByText('Opening the voice assistant...')).toBeVisible();
    // jsdom fetches no scripts; a browser fires this event for a script that fails to load.
    document.head.querySelector('script')?.dispatchEvent(new Event('error'));
    expect(await screen.findByRole('link', { name: '(555) 010-0199' })).toHaveAttribute('href', 'tel:+15550100199');
    expect(takeConsole().join()).toContain('could not be loaded');
  });
});

describe('the packages page', () => {
  it('has three packages, one of them marked, each with a next step, books a demo call by mail and leads to the picker', async () => {
    const { user } = renderWithKit(<AiAgentPackagesPage />);
    const [starter, professional, enterprise] = ['Starter', 'Professional', 'Enterprise'].map((name) =>
      screen.getByRole('article', { name }),
    );
    expect(starter).toHaveTextContent('Up to 500 interactions/month');
    expect(professional).toHaveTextContent('Up to 2,000 interactions/month');
    expect(professional).toHaveTextContent('Most Popular');
    expect(enterprise).toHaveTextContent('Unlimited');
    expect(screen.getAllByText('Most Popular')).toHaveLength(1);
    for (const button of screen.getAllByText('Get Started')) await user.click(button);
    expect(screen.getAllByText('book a consultation')).toHaveLength(3);
    expect(screen.getByText('Book Demo Call')).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:sales@testfield\.example\?subject=Book%20a%20demo%20call&body=/),
    );
    expect(screen.getByText('Build your own')).toHaveAttribute('href', '/custom-ai-agent');
  });

  it('marks the package that fits the calls of a month, and shows the same features in each', () => {
    renderWithKit(<AiAgentPackagesPage />);
    const cards = screen.getAllByRole('article').slice(0, 3);
    const fitting = () =>
      cards.findIndex(
        (card) => getComputedStyle(within(card).getByText('Fits your number of calls')).visibility !== 'hidden',
      );
    const rows = cards.map((card) =>
      within(card)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    );
    expect(rows[2]).not.toContainEqual(expect.stringMatching('Not included'));
    for (const row of rows) expect(row.map((text) => text?.replace('Not included: ', ''))).toEqual(rows[2]);
    expect(rows[0]).toContain('Not included: Sends every call to your CRM');
    const slider = screen.getByRole('slider', { name: /How many calls a month/ });
    for (const [calls, place] of [
      [500, 0],
      [550, 1],
      [2000, 1],
      [2050, 2],
    ] as const) {
      fireEvent.change(slider, { target: { value: calls } });
      expect(fitting()).toBe(place);
    }
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { SiteProvider } from 'kit/site';
import { buildSite, renderWithKit, takeConsole } from 'kit/testing';
import { KitProvider } from 'kit/theme';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { AccessGate } from './access-gate.tsx';
import { unlockedFlag } from './unlocked-flag.ts';

const field = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Access Demos' });

afterEach(() => sessionStorage.clear());

describe('the gate of the client demos', () => {
  it('hides what is typed until it is asked to show it', async () => {
    const { user } = renderWithKit(<AccessGate />);
    await user.type(field(), 'half');
    expect(field()).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field()).toHaveAttribute('type', 'text');
    expect(field()).toHaveValue('half');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field()).toHaveAttribute('type', 'password');
  });

  it('takes nothing but the exact code, and marks the field until something else is typed', async () => {
    const { user } = renderWithKit(<AccessGate />);
    expect(submit()).toBeDisabled();
    for (const typed of ['wrong', 'Open-Sesame', 'open-sesame ', ' open-sesame']) {
      await user.type(field(), `${typed}{Enter}`);
      expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect password. Please try again.');
      await waitFor(() => expect(field()).toHaveValue(''));
      expect(field()).toHaveFocus();
      expect(field()).toHaveAccessibleDescription('Incorrect password. Please try again.');
      expect(field()).toBeInvalid();
      expect(submit()).toBeDisabled();
      expect(sessionStorage.getItem(unlockedFlag)).toBeNull();
    }
    await user.type(field(), 'o');
    expect(field()).not.toHaveAttribute('aria-invalid');
    expect(field()).not.toHaveAccessibleDescription();
    expect(submit()).toBeEnabled();
  });

  it('has a mail for those who have no password', () => {
    renderWithKit(<AccessGate />);
    expect(screen.getByRole('link', { name: 'Ask us for one' })).toHaveAttribute(
      'href',
      'mailto:sales@testfield.example?subject=Password%20for%20the%20client%20demos',
    );
  });

  it('unlocks with the code, for this session, without keeping the code', async () => {
    // As in a browser over plain http.
    expect(crypto.subtle).toBeUndefined();
    const { user } = renderWithKit(<AccessGate />);
    await user.type(field(), 'open-sesame');
    await user.click(submit());
    expect({ ...sessionStorage }).toEqual({ [unlockedFlag]: 'true' });
    expect(localStorage).toHaveLength(0);
  });

  it('can be sent at once with what was typed before its script arrived', async () => {
    const page = (
      <KitProvider>
        <SiteProvider value={buildSite()}>
          <AccessGate />
        </SiteProvider>
      </KitProvider>
    );
    const { prelude } = await prerender(page);
    const host = document.createElement('div');
    host.innerHTML = await new Response(prelude as ReadableStream).text(); // the web build returns a web stream
    document.body.append(host);
    screen.getByLabelText<HTMLInputElement>('Password').value = 'open';
    const root = await act(async () => hydrateRoot(host, page));
    expect(field()).toHaveValue('open');
    expect(submit()).toBeEnabled();
    act(() => root.unmount());
    host.remove();
    // React warns in development that two renderers share one process; nothing else may be logged.
    expect(takeConsole().filter((said) => !said.includes('multiple renderers concurrently'))).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { SiteProvider } from 'kit/site';
import { buildSite, renderWithKit, takeConsole } from 'kit/testing';
import { KitProvider } from 'kit/theme';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { AccessGate, sha256Hex } from './access-gate.tsx';
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
      fireEvent.change(field(), { target: { value: typed } });
      await user.type(field(), '{Enter}');
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

describe('sha256Hex', () => {
  // NIST's examples for FIPS 180-4, and the empty message.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    [
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published digest of test vector %#', (text, digest) => {
    expect(sha256Hex(text)).toBe(digest);
  });

  it('agrees with OpenSSL on any text, at every length around a block', () => {
    const anyText = fc.oneof(
      fc.array(fc.nat(0x10ffff), { maxLength: 200 }).map((codes) => String.fromCodePoint(...codes)),
      fc.string({ minLength: 54, maxLength: 66 }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
      }),
    );
  });
});

import createCache from '@emotion/cache';
import { describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { findViolations, renderWithKit } from 'kit/testing';
import { KitProvider } from 'kit/theme';
import { MemoryRouter } from 'react-router';
import { KitPage } from './kit-page.tsx';

/** Every CSS rule of the kit, as Emotion writes it. */
function stylesOf(ui: React.ReactNode): string {
  const cache = createCache({ key: 'kit', speedy: false });
  render(
    <KitProvider cache={cache}>
      <MemoryRouter>{ui}</MemoryRouter>
    </KitProvider>,
  );
  return [...document.querySelectorAll('style')].map((style) => style.textContent).join('\n');
}

describe('the whole kit', () => {
  it('is drawn without a word on the console and without a fault that axe knows', async () => {
    renderWithKit(<KitPage />);
    expect(await findViolations()).toEqual([]);
  });

  it('has no fault that axe knows with every error shown', async () => {
    const { user } = renderWithKit(<KitPage />);
    const form = screen.getByRole('form', { name: 'On fog' });
    await user.click(within(form).getByRole('button', { name: 'Submit Request' }));
    expect(await within(form).findAllByText(/^Please|^Name must/)).not.toHaveLength(0);
    expect(await findViolations()).toEqual([]);
  });

  it('has no fault that axe knows with a dialog, an alert or a toast open', async () => {
    renderWithKit(<KitPage />);
    for (const name of ['Open dialog', 'Open alert', 'Toast: success', 'Toast: error']) {
      fireEvent.click(screen.getByRole('button', { name }));
    }
    expect(await screen.findByText('A error toast')).toBeVisible();
    // A message under the pointer does not close, however long axe takes.
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications (F8)' }));
    expect(await findViolations()).toEqual([]);
  });

  it('uses no token that does not exist', () => {
    const css = stylesOf(<KitPage />);
    const defined = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const used = [...css.matchAll(/var\((--k-[\w-]+)/g)].map(([, name]) => name);
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !defined.has(name))).toEqual([]);
  });

  it('leaves no token name behind as a value', () => {
    const css = stylesOf(<KitPage />);
    const colors = [...css.matchAll(/[{;](?:color|background|border-color|border-left-color):([^;}]+)/g)].map(
      ([, v]) => v,
    );
    expect(colors.length).toBeGreaterThan(50);
    const plain =
      /^(?:var\(|#|rgb|color-mix\(|inherit|none|transparent|currentColor|ButtonText|Canvas|#000|none !important)/;
    const gradient = /^linear-gradient\(\d+deg(?:, (?:#\w{6}|var\([\w-]+\)|transparent)(?: [\d.]+rem)?)+\)$/;
    expect(colors.filter((value) => !plain.test(value ?? '') && !gradient.test(value ?? ''))).toEqual([]);
  });

  it('uses no step of space that does not exist', () => {
    const css = stylesOf(<KitPage />);
    const bare = [
      ...css.matchAll(/[{;]((?:padding|margin|gap|row-gap|column-gap|inset|top|left)[a-z-]*:\d+(?=[;}]))/g),
    ];
    expect(bare.map(([, rule]) => rule).filter((rule) => !rule?.endsWith(':0'))).toEqual([]);
  });
});

import createCache from '@emotion/cache';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { findViolations, renderWithKit } from 'kit/testing';
import { KitProvider } from 'kit/theme';
import { MemoryRouter } from 'react-router';
import { KitPage } from './kit-page.tsx';

/** Every CSS rule of the kit, as Emotion writes it. A browser tries its states with axe (e2e/accessibility/kit.spec.ts). */
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
});

describe('the styles of the kit', () => {
  let css: string;
  beforeAll(() => {
    css = stylesOf(<KitPage />);
  });

  it('use no token that does not exist', () => {
    const defined = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const used = [...css.matchAll(/var\((--k-[\w-]+)/g)].map(([, name]) => name);
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !defined.has(name))).toEqual([]);
  });

  it('leave no token name behind as a value', () => {
    const colors = [...css.matchAll(/[{;](?:color|background|border-color|border-left-color):([^;}]+)/g)].map(
      ([, v]) => v,
    );
    expect(colors.length).toBeGreaterThan(50);
    const plain =
      /^(?:var\(|#|rgb|color-mix\(|inherit|none|transparent|currentColor|ButtonText|Canvas|#000|none !important|url\()/;
    const gradient = /^linear-gradient\(\d+deg(?:, (?:#\w{6}|var\([\w-]+\)|transparent)(?: [\d.]+rem)?)+\)$/;
    expect(colors.filter((value) => !plain.test(value ?? '') && !gradient.test(value ?? ''))).toEqual([]);
  });

  it('use no step of space that does not exist', () => {
    const bare = [
      ...css.matchAll(/[{;]((?:padding|margin|gap|row-gap|column-gap|inset|top|left)[a-z-]*:\d+(?=[;}]))/g),
    ];
    expect(bare.map(([, rule]) => rule).filter((rule) => !rule?.endsWith(':0'))).toEqual([]);
  });
});

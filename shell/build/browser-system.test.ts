import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { rspack } from '@rspack/core';
import { baseConfig } from 'kit/federation/rspack-base';
import { system as whole } from 'kit/theme/system';
import { chakraFolder, styleData, withFinishedSystem } from './system-data.ts';

type Style = NonNullable<Parameters<typeof whole.css>[0]>;

type Recipe = Exclude<NonNullable<Parameters<typeof whole.cva>[0]>, CallableFunction>;

const kitTheme = path.join(import.meta.dirname, '../../kit/theme');
const folder = mkdtempSync(path.join(tmpdir(), 'browser-system-'));
const browser = await buildBrowserSystem();
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds the system as the shell's build does. */
async function buildBrowserSystem(): Promise<typeof whole> {
  const config = baseConfig({ name: 'shell', folder, platform: 'browser', mode: 'production' });
  await new Promise<void>((resolve, reject) => {
    rspack(
      {
        ...config,
        mode: 'none',
        cache: false,
        devtool: false,
        entry: path.join(kitTheme, 'index.ts'),
        output: { path: folder, filename: 'theme.cjs', library: { type: 'commonjs2' } },
        resolve: { ...config.resolve, alias: chakraFolder },
        optimization: { minimize: false },
        plugins: [new rspack.DefinePlugin(styleData), withFinishedSystem()],
      },
      (error, stats) => (error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve()),
    );
  });
  return createRequire(import.meta.url)(path.join(folder, 'theme.cjs')).system;
}

const recipes: [string, Recipe][] = [];
for (const file of readdirSync(path.join(kitTheme, 'recipes')))
  for (const [name, value] of Object.entries(await import(path.join(kitTheme, 'recipes', file))))
    if (value && typeof value === 'object' && 'base' in value) recipes.push([name, value as Recipe]);

/** Also compares the order of the rules. */
function expectSame(given: object): void {
  const style = given as Style;
  expect(JSON.stringify(browser.css(style))).toBe(JSON.stringify(whole.css(style)));
}

describe('the system of scripts makes the same of styles as the whole of Chakra', () => {
  it.each(recipes)('%s', (_name, recipe) => {
    const ofBrowser = browser.cva(recipe);
    const ofWhole = whole.cva(recipe);
    expect(ofBrowser.variantKeys).toEqual(ofWhole.variantKeys);
    expect(ofBrowser({})).toEqual(ofWhole({}));
    for (const [name, looks] of Object.entries(recipe.variants ?? {}))
      for (const look of Object.keys(looks)) expect(ofBrowser({ [name]: look })).toEqual(ofWhole({ [name]: look }));
  });

  it('each property with each token that it takes, and with what is none', () => {
    expect(browser.tokens).toBeUndefined();
    for (const [property, { values } = {}] of Object.entries(whole._config.utilities ?? {}))
      for (const token of [...Object.keys(whole.tokens.getCategoryValues(String(values)) ?? {}), '17px', 'none', 4])
        expectSame({ [property]: token });
  });

  it.each([
    { textStyle: 'h1', color: 'muted' },
    { textStyle: { base: 'h3', md: 'h2' }, fontSize: 'sm' },
    { padding: 'min({spacing.5}, 5.2vw)', border: '1px solid token(colors.line)', fill: '{colors.beacon/8}' },
    { padding: ['1', null, '3'], '--gap': 'spacing.4', '--own': '2px' },
    { margin: '-4', color: 'danger !important', zIndex: 'header' },
    { _hover: { color: 'link' }, '&:is(h2, h3)': { lineHeight: 1.2, md: { color: 'fg' } } },
    {
      lg: { color: 'ink' },
      sm: { color: 'fg' },
      '@container (min-width: 63rem)': { display: 'flex' },
      _ink: { fill: 'bg' },
    },
    {
      '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
      mdDown: { display: 'none' },
      smToLg: { gap: 'x' },
    },
    { animation: 'spin 1s', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', content: '"{"' },
  ])('%j', (style) => {
    expectSame(style);
  });

  it('knows styles from attributes', () => {
    const names = [
      ...whole.properties,
      'WebkitLineClamp',
      '--x',
      '&:hover',
      '@media print',
      'href',
      'title',
      'size',
      'data-x',
    ];
    expect(names.filter(browser.isValidProperty)).toEqual(names.filter(whole.isValidProperty));
  });
});

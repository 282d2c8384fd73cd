import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defaultBaseConfig, defineConfig, type SystemStyleObject } from '@chakra-ui/react';
import { describe, expect, it } from '@jest/globals';
import { createSiteSystem, system } from './system.ts';

interface Recipe {
  base?: SystemStyleObject;
  variants?: Record<string, Record<string, SystemStyleObject>>;
}

/** Chakra repeats each background and colour in a variable for recipes of its own, which this site has none of. */
const plain = defineConfig({
  utilities: {
    background: { values: 'colors', transform: (value) => ({ background: value }) },
    backgroundColor: { values: 'colors', transform: (value) => ({ backgroundColor: value }) },
  },
});
const whole = createSiteSystem(defaultBaseConfig, plain);

const folder = path.join(import.meta.dirname, 'recipes');
const recipes: [string, Recipe][] = [];
for (const file of readdirSync(folder))
  for (const [name, value] of Object.entries(await import(path.join(folder, file))))
    if (value && typeof value === 'object' && 'base' in value) recipes.push([name, value as Recipe]);

describe('every style of the kit means what it means to the whole of Chakra', () => {
  it.each(recipes)('%s', (_name, { base = {}, variants = {} }) => {
    expect(system.css(base)).toEqual(whole.css(base));
    for (const looks of Object.values(variants))
      for (const look of Object.values(looks)) expect(system.css(look)).toEqual(whole.css(look));
  });

  it('styles of the whole page', () => {
    expect(system.getGlobalCss()).toEqual(whole.getGlobalCss());
  });
});

it('knows every property of CSS that takes a token of ours', () => {
  const categories = new Set(['colors', 'spacing', 'sizes', 'radii', 'fonts', 'fontSizes', 'shadows', 'zIndex']);
  const missing = Object.entries(defaultBaseConfig.utilities ?? {})
    .filter(
      ([, utility]) => typeof utility?.values === 'string' && categories.has(utility.values) && !utility.transform,
    )
    .map(([name]) => name)
    .filter((name) => !system.utility.keys().includes(name));
  // Old names of `gap` and of scroll margins, and what takes no length of the layout.
  expect(missing).toEqual([
    'gridGap',
    'gridColumnGap',
    'gridRowGap',
    'scrollbarGutter',
    'scrollbarWidth',
    'scrollSnapMargin',
    'scrollSnapMarginTop',
    'scrollSnapMarginBottom',
    'scrollSnapMarginLeft',
    'scrollSnapMarginRight',
    'textIndent',
  ]);
});

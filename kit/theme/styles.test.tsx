import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import {
  ChakraProvider,
  defineConfig,
  type SystemContext,
  type SystemStyleObject,
} from '@chakra-ui/react/styled-system';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ConsentLine } from '../forms/index.ts';
import { KitPage } from '../showcase/src/pages/kit-page.tsx';
import { renderWithKit } from '../testing/index.ts';
import { ToastRegion } from '../toast/toast-region.tsx';
import { Columns, Container, Flex, VisuallyHidden } from '../ui/index.ts';
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

/** The styles of every component, each with all its variants: of those on the page of the kit, and of those that it does not show. */
async function readRecipes(): Promise<Recipe[]> {
  const recipes = new Set<Recipe>();
  const recording: SystemContext = {
    ...system,
    cva: (config) => {
      recipes.add(config as Recipe);
      return system.cva(config);
    },
  };
  const { user } = renderWithKit(
    <ChakraProvider value={recording}>
      <KitPage />
      <ToastRegion takesFocus={false} />
      <Columns />
      <Container />
      <Flex />
      <VisuallyHidden />
      <ConsentLine />
    </ChakraProvider>,
  );
  for (const button of screen.getAllByText('Submit Request', { selector: 'button' })) await user.click(button);
  return [...recipes].filter((recipe) => 'base' in recipe);
}

/** How many styles the components of the kit have, by their source. */
function countRecipes(): number {
  const files = globSync('{blocks,dialog,forms,showcase/src/*,tabs,toast,tooltip,ui}/*.tsx', {
    cwd: path.dirname(import.meta.dirname),
  });
  const texts = files
    .filter((file) => !file.endsWith('.test.tsx'))
    .map((file) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'));
  return texts.join('\n').match(/ = (?:defineRecipe\(|chakra\([^,]+, \{(?!\}))/g)?.length ?? 0;
}

describe('every style of the kit means what it means to the whole of Chakra', () => {
  it('styles of components', async () => {
    const recipes = await readRecipes();
    expect(recipes.length).toBe(countRecipes());
    for (const { base = {}, variants = {} } of recipes)
      for (const style of [base, ...Object.values(variants).flatMap((looks) => Object.values(looks))])
        expect(system.css(style)).toEqual(whole.css(style));
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

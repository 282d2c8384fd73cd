/** @jest-environment node */
import { defaultConfig, type SystemStyleObject } from '@chakra-ui/react';
import { describe, expect, it } from '@jest/globals';
import { palette, tones } from '../theme/palette.ts';
import { system } from '../theme/system.ts';
import { chakraSystem } from './chakra-page.tsx';

const { theme = {} } = defaultConfig;

/** The value that a name stands for where no variable of the page changes it. */
const tokenValue = (name: string) => chakraSystem.tokens.getByName(name)?.value;

describe('the system of pages that import Chakra', () => {
  it('has every recipe, token, property and condition of Chakra', () => {
    const recipes = [...Object.keys(theme.recipes ?? {}), ...Object.keys(theme.slotRecipes ?? {})];
    expect(recipes.length).toBeGreaterThan(60);
    expect(recipes.filter((name) => !chakraSystem.hasRecipe(name))).toEqual([]);
    const names = ['colors.red.500', 'colors.bg.warning', 'spacing.7', 'sizes.full', 'fontSizes.2xs', 'durations.fast'];
    expect(names.filter((name) => tokenValue(name) === undefined)).toEqual([]);
    const styles = chakraSystem.css({ px: '4', _hover: { bg: 'red.500' } } as SystemStyleObject);
    expect(styles).toHaveProperty('paddingInline', 'var(--k-spacing-4)');
    expect(JSON.stringify(styles)).toMatch(/:hover.*"background":"var\(--k-colors-red-500\)"/);
  });

  it('has the tokens of the kit, over those of Chakra of the same name', () => {
    expect(tokenValue('colors.beacon')).toBe(palette.beacon);
    expect(tokenValue('fontSizes.xl')).toBe('1.375rem');
    expect(tokenValue('radii.md')).toBe('12px');
    expect(chakraSystem.css({ color: 'muted' } as SystemStyleObject)).toEqual(
      system.css({ color: 'muted' } as SystemStyleObject),
    );
  });

  it('gives the names of colours that Chakra uses the colours of each ground', () => {
    const rules = chakraSystem.getTokenCss() as Record<string, Record<string, string>>;
    const ofInk = rules['[data-tone=ink] &'] ?? {};
    expect(ofInk).toMatchObject({
      '--k-colors-bg-panel': `var(--k-colors-${kebab(tones.ink.surface)})`,
      '--k-colors-fg': `var(--k-colors-${kebab(tones.ink.fg)})`,
      '--k-colors-border': `var(--k-colors-${kebab(tones.ink.line)})`,
      '--k-colors-site-solid': `var(--k-colors-${kebab(tones.ink.action)})`,
    });
  });
});

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

import { isCssProperty } from '@pandacss/is-valid-prop';
import { createConditions } from 'chakra-styled-system/conditions.js';
import { createCssFn } from 'chakra-styled-system/css.js';
import { createRecipeFn } from 'chakra-styled-system/cva.js';
import { expandTokenReferences } from 'chakra-styled-system/expand-reference.js';
import { createNormalizeFn } from 'chakra-styled-system/normalize.js';
import type { system as wholeSystem } from 'kit/theme/system';
import type { SystemData } from './system-data.ts';

/** The build replaces this name with a value, see `system-data.ts`. */
declare const SYSTEM_DATA: SystemData;

type System = typeof wholeSystem;

/*
 * Replaces `kit/theme/system.ts` in scripts. There Chakra computes its system from tokens: dictionary, variables,
 * breakpoints and global styles, which are the same on every page. This file has the results, and the part of Chakra that
 * uses them to turn styles into CSS. `browser-system.test.ts` compares both.
 */

const { values, properties, textStyles, conditions: conditionsByName, breakpoints } = SYSTEM_DATA;

const categoryOf = new Map(
  Object.entries(properties).flatMap(([category, names]) => names.split(' ').map((name) => [name, category])),
);

const conditions = createConditions({
  conditions: {},
  breakpoints: {
    conditions: conditionsByName,
    keys: () => breakpoints,
    getCondition: (name) => conditionsByName[name],
  },
});

function tokenOf(name: string): string | undefined {
  const [category = '', ...path] = name.split('.');
  return values[category]?.[path.join('.')];
}

/** Resolves `{spacing.5}`, and `{colors.ink/8}`, which is a color with 8 % opacity. */
function resolveReference(reference: string): string {
  const [name = '', percent] = reference.split('/');
  const value = tokenOf(name) ?? name;
  return percent ? `color-mix(in srgb, ${value} ${percent}%, transparent)` : value;
}

/** Returns a property with the value of its token, or the properties of a text style. */
function transform(property: string, raw: unknown) {
  if (property === 'textStyle') return textStyles[String(raw)];
  // Only Chakra's own recipes use it.
  if (property === 'colorPalette') return {};
  const value = typeof raw === 'string' && /\{|token\(/.test(raw) ? expandTokenReferences(raw, resolveReference) : raw;
  const category = categoryOf.get(property);
  const token = property.startsWith('--') ? tokenOf(String(value)) : category && values[category]?.[String(value)];
  return { [property]: token ?? value };
}

/** Turns an array into an object with a value for each breakpoint. */
function normalizeValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(value.flatMap((item, index) => (item == null ? [] : [[breakpoints[index], item]])));
}

const normalize = createNormalizeFn({ utility: { hasShorthand: false }, normalize: normalizeValue });

const css = createCssFn({ transform, conditions, normalize });

const names = new Set(['css', 'textStyle', 'colorPalette', ...categoryOf.keys(), ...conditions.keys()]);

// The cast is safe: Chakra's provider and elements only use these properties.
export const system = {
  _config: { disableLayers: true },
  _global: [],
  css,
  cva: createRecipeFn({ css, conditions, normalize, layers: { wrap: (_layer, styles) => styles } }),
  isValidProperty: (property) => names.has(property) || isCssProperty(property),
} as Pick<System, '_config' | '_global' | 'css' | 'cva' | 'isValidProperty'> as System;

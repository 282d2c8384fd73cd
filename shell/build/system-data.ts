import path from 'node:path';
import { type RspackPluginInstance, rspack } from '@rspack/core';
import { moduleBuildOf } from 'kit/federation/runtime-alias';
import { system } from 'kit/theme/system';

type System = typeof system;

/** The results of Chakra's system for this site. Browsers look values up in them instead of computing them. */
export interface SystemData {
  /** The values of tokens by category and name. */
  values: Record<string, Record<string, string>>;
  /** The properties that take a category's tokens, separated by spaces. */
  properties: Record<string, string>;
  textStyles: Record<string, object | undefined>;
  /** Selectors by their names in styles, such as `_ink` and `md`. */
  conditions: Record<string, string>;
  /** Names of breakpoints, in the order of values in an array. */
  breakpoints: string[];
}

function systemDataOf({ tokens, utility, conditions, _config }: System): SystemData {
  const values: SystemData['values'] = {};
  for (const [name, value] of tokens.flatMap) {
    const [category = '', ...path] = name.split('.');
    values[category] = { ...values[category], [path.join('.')]: value };
  }
  const properties: Record<string, string[]> = {};
  for (const [property, { values: category }] of Object.entries(_config.utilities ?? {}) as [
    string,
    { values: string },
  ][])
    properties[category] = [...(properties[category] ?? []), property];
  return {
    values,
    properties: Object.fromEntries(Object.entries(properties).map(([category, names]) => [category, names.join(' ')])),
    textStyles: Object.fromEntries(
      Object.keys(_config.theme?.textStyles ?? {}).map((name) => [name, utility.transform('textStyle', name)]),
    ),
    conditions: Object.fromEntries(conditions.keys().map((name) => [name, conditions.resolve(name)])),
    breakpoints: conditions.breakpoints,
  };
}

const themeFolder = path.join(import.meta.dirname, '../../kit/theme');

/** Definitions for `browser-system.ts` and `browser/global-styles.ts`, as JSON. */
export const styleData = {
  SYSTEM_DATA: JSON.stringify(systemDataOf(system)),
  GLOBAL_STYLES: JSON.stringify(system._global),
};

/** An alias for the modules of Chakra that turn styles into CSS, which its package does not export. */
export const chakraFolder = { 'chakra-styled-system': path.dirname(moduleBuildOf('@chakra-ui/react/styled-system')) };

/** Replaces `kit/theme/system.ts` with `browser-system.ts` in scripts. */
export function withFinishedSystem(): RspackPluginInstance {
  return new rspack.NormalModuleReplacementPlugin(/^\.\/system\.ts$/, (resource) => {
    if (resource.context === themeFolder) resource.request = path.join(import.meta.dirname, 'browser-system.ts');
  });
}

import type { system } from 'kit/theme/system';

type System = typeof system;

/** What Chakra's system of the site comes to: all that looks values up, in place of all that works them out. */
export interface SystemData {
  /** Of each category of tokens, what each name stands for. */
  values: Record<string, Record<string, string>>;
  /** Of each category, the properties that take its tokens, with blanks between. */
  properties: Record<string, string>;
  textStyles: Record<string, object | undefined>;
  /** By their names in styles, for example `_ink` and `md`. */
  conditions: Record<string, string>;
  /** In order, as lists of values name them. */
  breakpoints: string[];
}

/** @returns as JSON takes it. */
export function systemDataOf({ tokens, utility, conditions, _config }: System): SystemData {
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

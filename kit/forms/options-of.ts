/** The options of a select, from a list of values that are their own labels or from a record of values and labels. */
export function optionsOf(choices: readonly string[] | Readonly<Record<string, string>>) {
  const entries = isList(choices) ? choices.map((value) => [value, value] as const) : Object.entries(choices);
  return entries.map(([value, label]) => ({ value, label }));
}

function isList(choices: readonly string[] | Readonly<Record<string, string>>): choices is readonly string[] {
  return Array.isArray(choices);
}

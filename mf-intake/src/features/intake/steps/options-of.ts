/** Choices whose values are their own labels. */
export function optionsOf<Value extends string>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: value }));
}

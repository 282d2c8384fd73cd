import { useFormContext } from 'kit/forms';
import { useEffect } from 'react';

const keyOf = (form: string) => `typed ${form}`;

/** Stores the initial values for the next time this tab shows the form. */
export function storeTyped(form: string, values: object): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(values));
  } catch {
    // Without storage nothing is kept.
  }
}

/** Gives the kept values of a form, which it shows when this tab opens it. Only for effects: the server knows no storage. */
export function readTyped(form: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}');
  } catch {
    return {};
  }
}

/** Placed inside a form, it keeps the input through a reload or a return to the page in the same tab. */
export function KeepTyped({ form }: { form: string }) {
  const { getValues, setValue, subscribe } = useFormContext();
  useEffect(() => {
    for (const [field, value] of Object.entries(readTyped(form))) {
      if (!getValues(field)) setValue(field, value, { shouldDirty: true });
    }
    return subscribe({ formState: { values: true }, callback: ({ values }) => storeTyped(form, values) });
  }, [form, getValues, setValue, subscribe]);
  return null;
}

import { useFormContext } from 'kit/forms';
import { useEffect } from 'react';

const keyOf = (form: string) => `typed ${form}`;

/** What a form holds when it is opened next in this tab. */
export function storeTyped(form: string, values: object): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(values));
  } catch {
    // Without storage nothing is kept.
  }
}

function readTyped(form: string): object {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}');
  } catch {
    return {};
  }
}

/** Inside a form: a reload of the page, or a way back to it in the same tab, loses nothing that was typed. */
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

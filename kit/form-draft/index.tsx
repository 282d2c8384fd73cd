// The import uses the public name, because this entry point is not shared and must not add a second `kit/forms` to a remote.
import { useFormContext } from 'kit/forms';
import { useEffect } from 'react';

const keyOf = (name: string) => `form-draft ${name}`;
/** Used where the browser refuses its storage. Such drafts end with the document. */
const inMemory = new Map<string, Record<string, unknown>>();

/**
 * Keeps the input of a form that is not sent, for as long as the tab exists: through a reload, and until the form is opened
 * again. Neither the name nor the values may hold a password or an access code.
 */
export function storeDraft(name: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {
    inMemory.set(name, values);
  }
}

/** The kept values; empty if there are none, or on the server. */
export function readDraft(name: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}');
  } catch {
    return inMemory.get(name) ?? {};
  }
}

/**
 * Call it after the form is sent. A form with defaults must not reset itself then (`afterSuccess="keep"`), because that would
 * create a draft again.
 */
export function removeDraft(name: string): void {
  inMemory.delete(name);
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Without storage it was in memory alone.
  }
}

/** Place it inside a form to keep its input as the draft with this name. Fields that are still blank get their kept values. */
export function DraftAutosave({ name }: { name: string }) {
  const { getValues, setValue, subscribe } = useFormContext();
  useEffect(() => {
    for (const [field, value] of Object.entries(readDraft(name))) {
      if (value && !getValues(field)) setValue(field, value, { shouldDirty: true });
    }
    return subscribe({ formState: { values: true }, callback: ({ values }) => storeDraft(name, values) });
  }, [getValues, setValue, subscribe, name]);
  return null;
}

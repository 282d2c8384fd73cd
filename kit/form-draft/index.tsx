import { atom, useAtomValue } from 'jotai';
import { moveEvent } from 'kit/contracts/withdrawn-releases';
// The import uses the public name, because this entry point is not shared and must not add a second `kit/forms` to a remote.
import { useFormContext } from 'kit/forms';
import { useEffect } from 'react';

type Values = Readonly<Record<string, unknown>>;

const keyOf = (name: string) => `form-draft ${name}`;

/** The drafts of this tab's document, by name. Without session storage they end with the document. */
const draftsAtom = atom(() => {
  const drafts = new Map<string, Values>();
  // The listener stays until the end of the document, because the form may be closed when the site loads another document.
  globalThis.window?.addEventListener(moveEvent, () => {
    try {
      for (const [name, values] of drafts) sessionStorage.setItem(keyOf(name), JSON.stringify(values));
    } catch {}
  });
  return drafts;
});

function readStoredDraft(name: string): Values | undefined {
  try {
    // The cast is safe: this form wrote the value above.
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function removeStoredDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {}
}

interface FormDraft {
  /** The values of the form when it was last closed; empty if it was sent or never filled in. */
  values: () => Values;
  /**
   * Call it after the form is sent. The form must not reset itself then (`afterSuccess="keep"`), because that would create
   * a draft again.
   */
  clear: () => void;
}

/**
 * Keeps the input of a form that was closed without being sent. The draft is in the tab's memory; it goes to session
 * storage only when the site loads another document.
 */
export function useFormDraft(name: string): FormDraft {
  const drafts = useAtomValue(draftsAtom);
  return {
    values: () => drafts.get(name) ?? readStoredDraft(name) ?? {},
    clear: () => {
      drafts.delete(name);
      removeStoredDraft(name);
    },
  };
}

/** Place it inside a form to keep its input as the draft with this name. */
export function DraftAutosave({ name }: { name: string }) {
  const { subscribe } = useFormContext();
  const drafts = useAtomValue(draftsAtom);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => void drafts.set(name, { ...values }) }),
    [subscribe, drafts, name],
  );
  return null;
}

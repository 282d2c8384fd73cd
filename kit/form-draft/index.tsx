import { atom, useSetAtom, useStore } from 'jotai';
import { moveEvent } from 'kit/contracts/withdrawn-releases';
// The import uses the public name, because this entry point is not shared and must not add a second `kit/forms` to a remote.
import { useFormContext } from 'kit/forms';
import { useEffect } from 'react';

type Values = Readonly<Record<string, unknown>>;

const keyOf = (name: string) => `form-draft ${name}`;

/** Keeps a draft for the tab's next document. Without session storage the draft ends with this document. */
function storeDraft(name: string, values: Values | undefined): void {
  if (!values) return;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {}
}

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

type Store = ReturnType<typeof useStore>;

const draftsAtom = atom<Readonly<Record<string, Values>>>({});

const saveDraftAtom = atom(null, (get, set, name: string, values: Values) => {
  set(draftsAtom, { ...get(draftsAtom), [name]: values });
});

const clearDraftAtom = atom(null, (get, set, name: string) => {
  const { [name]: _cleared, ...others } = get(draftsAtom);
  set(draftsAtom, others);
  removeStoredDraft(name);
});

const followed = new WeakSet<Store>();

/** The listener stays until the end of the document, because the form may be closed when the site loads another document. */
function storeOnMove(store: Store): void {
  if (followed.has(store)) return;
  followed.add(store);
  window.addEventListener(moveEvent, () => {
    for (const [name, values] of Object.entries(store.get(draftsAtom))) storeDraft(name, values);
  });
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
  const store = useStore();
  const clear = useSetAtom(clearDraftAtom);
  return { values: () => store.get(draftsAtom)[name] ?? readStoredDraft(name) ?? {}, clear: () => clear(name) };
}

/** Place it inside a form to keep its input as the draft with this name. */
export function DraftAutosave({ name }: { name: string }) {
  const { subscribe } = useFormContext();
  const store = useStore();
  const save = useSetAtom(saveDraftAtom);
  useEffect(() => storeOnMove(store), [store]);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => save(name, { ...values }) }),
    [subscribe, save, name],
  );
  return null;
}

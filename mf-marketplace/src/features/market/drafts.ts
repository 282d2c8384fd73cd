import { atom, useSetAtom, useStore } from 'jotai';
import { useFormContext } from 'kit/forms';
import { useEffect, useState } from 'react';

type Values = Readonly<Record<string, unknown>>;

const draftsAtom = atom<Readonly<Record<string, Values>>>({});

const keepDraftAtom = atom(null, (get, set, name: string, values: Values) => {
  set(draftsAtom, { ...get(draftsAtom), [name]: values });
});

const forgetDraftAtom = atom(null, (get, set, name: string) => {
  const { [name]: _forgotten, ...others } = get(draftsAtom);
  set(draftsAtom, others);
});

/**
 * What was typed into a dialog that was closed without sending: the first values of the form, and how to forget them.
 * Kept in the memory of the tab alone.
 */
export function useDraft(name: string, fallback: Values): [values: Values, forget: () => void] {
  const store = useStore();
  const forget = useSetAtom(forgetDraftAtom);
  const [values] = useState(() => store.get(draftsAtom)[name] ?? fallback);
  return [values, () => forget(name)];
}

/** Keeps what is typed into the form around it as the draft of the given name. */
export function DraftKeeper({ name }: { name: string }) {
  const { subscribe } = useFormContext();
  const keep = useSetAtom(keepDraftAtom);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(name, { ...values }) }),
    [subscribe, keep, name],
  );
  return null;
}

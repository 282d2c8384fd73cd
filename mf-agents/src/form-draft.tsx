import { useFormContext } from 'kit/forms';
import { useEffect } from 'react';

interface FormDraft {
  /** What to start the form with. */
  values: () => Readonly<Record<string, unknown>>;
  begin: () => void;
  keep: (values: Readonly<Record<string, unknown>>) => void;
  /** Call when it was sent: the next form is a new one. */
  forget: () => void;
}

/** Keeps what was typed into a dialog that was closed unsent, by mistake or not, for when it is opened again. */
export function createFormDraft(): FormDraft {
  let kept: Readonly<Record<string, unknown>> = {};
  let sent = false;
  return {
    values: () => kept,
    begin() {
      sent = false;
    },
    keep(values) {
      kept = sent ? {} : values;
    },
    forget() {
      sent = true;
      kept = {};
    },
  };
}

/** Inside a form: hands its values to the draft when the form leaves the page. */
export function DraftKeeper({ draft }: { draft: FormDraft }) {
  const { getValues } = useFormContext();
  useEffect(() => {
    draft.begin();
    return () => draft.keep(getValues());
  }, [draft, getValues]);
  return null;
}

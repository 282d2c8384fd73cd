import { useFormContext } from 'kit/forms';
import { useEffect } from 'react';
import { blankValues, type WizardValues, wizardValuesSchema } from '../wizard-values.ts';
import { loadDraft, saveDraft } from './draft-storage.ts';
import { mergeEarly } from './merge-early.ts';

/** Restores the draft and saves every change. It is rendered after the fields, which must exist before the form is filled. */
export function DraftAutosave() {
  const { getValues, reset, subscribe } = useFormContext<WizardValues>();
  useEffect(() => {
    const draft = loadDraft(Date.now());
    if (draft) reset(mergeEarly(draft, getValues(), blankValues));
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(wizardValuesSchema.parse(values), Date.now()),
    });
  }, [getValues, reset, subscribe]);
  return null;
}

import { useFormContext } from 'kit/forms';
import * as z from 'kit/schema';
import { chakra, Text } from 'kit/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClearUploads } from '../uploads/uploads.ts';
import { blankValues, type WizardValues, wizardValuesSchema } from '../wizard-values.ts';
import { draftKey } from './draft-key.ts';

const version = 1;
const maxAge = 14 * 24 * 60 * 60 * 1000;

const draftSchema = z.object({ version: z.literal(version), savedAt: z.number(), values: wizardValuesSchema });

const listeners = new Set<() => void>();

/** Returns undefined after an error, such as that of a disabled storage; the wizard then works without a draft. */
function withStorage<Result>(ask: (storage: Storage) => Result): Result | undefined {
  try {
    return ask(window.localStorage);
  } catch {
    return undefined;
  }
}

function tell() {
  for (const listener of listeners) listener();
}

/** This device's draft if it is valid and at most 14 days old; any other is removed. */
export function loadDraft(now: number): WizardValues | undefined {
  if (!hasDraft()) return undefined;
  // Truncated or foreign data is not a draft.
  const draft = draftSchema.safeParse(withStorage((storage) => JSON.parse(storage.getItem(draftKey) ?? '')));
  // A clock that was ahead and was corrected leaves drafts from the future; they expire like old ones.
  const age = draft.success ? Math.abs(now - draft.data.savedAt) : Number.POSITIVE_INFINITY;
  if (draft.success && age <= maxAge) return draft.data.values;
  removeDraft();
  return undefined;
}

/** Saves the wizard; blank values remove the draft. */
export function saveDraft(values: WizardValues, now: number): void {
  if (JSON.stringify(values) === JSON.stringify(blankValues)) {
    removeDraft();
    return;
  }
  try {
    window.localStorage.setItem(draftKey, JSON.stringify({ version, savedAt: now, values }));
  } catch (error) {
    console.warn('[intake] the draft was not saved.', error);
  }
  tell();
}

export function removeDraft(): void {
  withStorage((storage) => storage.removeItem(draftKey));
  tell();
}

export function hasDraft(): boolean {
  return Boolean(withStorage((storage) => storage.getItem(draftKey)));
}

/** Calls back when a draft was saved or removed in any tab. */
export function subscribeToDraft(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/**
 * Restores the draft and saves every change into the stored draft, which another tab may have changed meanwhile. It is rendered
 * after the fields, which must exist before the form is filled.
 */
export function DraftAutosave() {
  const { getValues, reset, subscribe } = useFormContext<WizardValues>();
  useEffect(() => {
    const draft = loadDraft(Date.now());
    if (draft) reset(mergeChanges(draft, wizardValuesSchema.parse(getValues()), blankValues));
    let before = draft ?? blankValues;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const current = wizardValuesSchema.parse(values);
        const now = Date.now();
        const stored = loadDraft(now);
        saveDraft(stored ? mergeChanges(stored, current, before) : current, now);
        before = current;
      },
    });
  }, [getValues, reset, subscribe]);
  return null;
}

/**
 * Puts what has changed in this tab into the draft that any tab has stored; at first, what the visitor typed or the browser
 * restored before the script loaded. Only its place identifies a row, so a list is merged row by row only if no tab has removed
 * a row and this one has added none; otherwise this tab's list replaces the stored one.
 */
export function mergeChanges<Value>(stored: Value, current: Value, before: Value): Value {
  return mergeChanged(stored, current, before) as Value; // the result has the shape of its inputs
}

function mergeChanged(stored: unknown, current: unknown, before: unknown): unknown {
  if (JSON.stringify(current) === JSON.stringify(before)) return stored;
  if (isRecord(stored) && isRecord(current) && isRecord(before)) {
    const names = Object.keys(stored);
    return Object.fromEntries(names.map((name) => [name, mergeChanged(stored[name], current[name], before[name])]));
  }
  if (Array.isArray(stored) && Array.isArray(current) && Array.isArray(before)) {
    // No box was checked here before, so the checked ones are added to the stored ones.
    if (before.length === 0) return [...new Set([...stored, ...current])];
    const hasSameRows = current.length === before.length && stored.length >= before.length;
    if (hasSameRows) return stored.map((row, index) => mergeChanged(row, current[index], before[index]));
  }
  return current;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const Notice = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    marginLeft: { md: 'auto' },
    '& button': {
      minHeight: '2.75rem',
      paddingInline: '2',
      color: 'link',
      fontSize: 'sm',
      fontWeight: '600',
      textDecoration: 'underline',
      textUnderlineOffset: '0.2em',
    },
  },
});

/** Shows that there is a draft. Clearing it empties the form and can be undone until something is typed. */
export function DraftNotice() {
  const saved = useSyncExternalStore(subscribeToDraft, hasDraft, () => false);
  const { getValues, reset } = useFormContext<WizardValues>();
  const clearUploads = useClearUploads();
  const [cleared, setCleared] = useState<{ values: WizardValues; putUploadsBack: () => void }>();

  // What was cleared is forgotten when a draft is saved again.
  useEffect(() => {
    if (saved) setCleared(undefined);
  }, [saved]);

  function handleClear() {
    setCleared({ values: structuredClone(getValues()), putUploadsBack: clearUploads() });
    // First, because blank fields would be merged with those that another tab has saved.
    removeDraft();
    reset(blankValues);
  }

  function handleUndo() {
    if (!cleared) return;
    reset(cleared.values);
    cleared.putUploadsBack();
  }

  const gone = !saved && cleared !== undefined;
  return (
    <Notice>
      <Text as="span" size="sm" role="status">
        {saved && 'Draft saved on this device'}
        {gone && 'Draft cleared'}
      </Text>
      {/* The same button for both actions, so that it keeps the focus. */}
      {(saved || gone) && (
        <button type="button" onClick={saved ? handleClear : handleUndo}>
          {saved ? 'Clear draft' : 'Undo'}
        </button>
      )}
    </Notice>
  );
}

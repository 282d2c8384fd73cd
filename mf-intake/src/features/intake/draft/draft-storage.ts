import * as z from 'kit/schema';
import { blankValues, type WizardValues, wizardValuesSchema } from '../wizard-values.ts';
import { draftKey } from './draft-key.ts';

const version = 1;
const maxAge = 14 * 24 * 60 * 60 * 1000;

const draftSchema = z.object({ version: z.literal(version), savedAt: z.number(), values: wizardValuesSchema });

const listeners = new Set<() => void>();

/** Returns undefined if the browser's storage is disabled; the wizard then works without a draft. */
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
  const stored = withStorage((storage) => storage.getItem(draftKey));
  if (!stored) return undefined;
  const draft = draftSchema.safeParse(parseJson(stored));
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // truncated or foreign data is not a draft
  }
}

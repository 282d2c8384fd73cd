import * as z from 'kit/schema';
import { blankValues, type WizardValues, wizardValuesSchema } from '../wizard-values.ts';
import { draftKey } from './draft-key.ts';

const version = 1;
const maxAge = 14 * 24 * 60 * 60 * 1000;

const draftSchema = z.object({ version: z.literal(version), savedAt: z.number(), values: wizardValuesSchema });

const listeners = new Set<() => void>();

/** Asks the browser's storage; undefined where that is switched off: the wizard then works without a draft. */
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

/** The draft of this device, if there is one that is readable and at most 14 days old; any other is removed. */
export function loadDraft(now: number): WizardValues | undefined {
  const stored = withStorage((storage) => storage.getItem(draftKey));
  if (!stored) return undefined;
  const draft = draftSchema.safeParse(parseJson(stored));
  // A clock that was ahead and has been set right made drafts of the future: they count like those of the past.
  const age = draft.success ? Math.abs(now - draft.data.savedAt) : Number.POSITIVE_INFINITY;
  if (draft.success && age <= maxAge) return draft.data.values;
  removeDraft();
  return undefined;
}

/** Keeps what was typed; a wizard that is blank again keeps nothing. */
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

/** Calls back when a draft was saved or removed, here or in another tab. */
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
    return undefined; // cut off or written by somebody else: no draft of ours
  }
}

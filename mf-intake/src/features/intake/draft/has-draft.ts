import { draftKey } from './draft-key.ts';

/** Asks the browser's storage; undefined where that is switched off: the wizard then works without a draft. */
export function withStorage<Result>(ask: (storage: Storage) => Result): Result | undefined {
  try {
    return ask(window.localStorage);
  } catch {
    return undefined;
  }
}

/** Without reading it: the page asks before the wizard is there. */
export function hasDraft(): boolean {
  return Boolean(withStorage((storage) => storage.getItem(draftKey)));
}

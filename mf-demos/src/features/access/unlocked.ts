import { useSyncExternalStore } from 'react';
import { unlockedFlag } from './unlocked-flag.ts';

const listeners = new Set<() => void>();
/** Replaces storage that is blocked or full, for the lifetime of the page. */
let inMemory = false;

function readFlag(): boolean {
  try {
    return inMemory || sessionStorage.getItem(unlockedFlag) === 'true';
  } catch {
    return inMemory;
  }
}

function writeFlag(unlocked: boolean): void {
  inMemory = false;
  try {
    if (unlocked) sessionStorage.setItem(unlockedFlag, 'true');
    else sessionStorage.removeItem(unlockedFlag);
  } catch {
    inMemory = unlocked;
  }
  for (const listener of listeners) listener();
}

export const unlock = () => writeFlag(true);

export const lock = () => writeFlag(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True if the access code was entered in this session. False on the server and until hydration. */
export function useUnlocked(): boolean {
  return useSyncExternalStore(subscribe, readFlag, () => false);
}

export type ToastTone = 'success' | 'error' | 'info';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone: ToastTone;
}

export interface Toast extends ToastMessage {
  id: number;
  /** False once dismissed: it leaves the screen, and the list after {@link removeDelay}. */
  open: boolean;
}

/** docs/specification.md#9: at most one visible, 5 s each, a dismissed one is forgotten after 1,000,000 ms. */
export const visibleLimit = 1;
export const defaultDuration = 5000;
export const removeDelay = 1_000_000;

let toasts: readonly Toast[] = [];
let expected = false;
let nextId = 1;
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

function replace(next: readonly Toast[]) {
  toasts = next;
  tell();
}

/** Has what draws messages fetched ahead: a form that fails because the line is gone has to be able to say so. */
export function expectToasts(): void {
  if (expected) return;
  expected = true;
  tell();
}

export function areToastsExpected(): boolean {
  return expected;
}

/** Shows a message; the one shown before it makes room. Returns its id. */
export function showToast(message: ToastMessage): number {
  const id = nextId++;
  replace([{ ...message, id, open: true }, ...toasts].slice(0, visibleLimit));
  return id;
}

/** Takes a message off the screen. */
export function dismissToast(id: number): void {
  if (!toasts.some((toast) => toast.id === id && toast.open)) return;
  replace(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  const timer = setTimeout(() => replace(toasts.filter((toast) => toast.id !== id)), removeDelay);
  // On a server or in a test nothing should wait a quarter of an hour for this.
  if (typeof timer === 'object') timer.unref();
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export type ToastTone = 'success' | 'error' | 'info';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone: ToastTone;
}

export interface Toast extends ToastMessage {
  id: number;
  /** False after the dismissal: the message leaves the screen, and the list after {@link removeDelay}. */
  open: boolean;
}

/** docs/specification.md#9: at most one message is visible, for 5 s; a dismissed message is removed after 1,000,000 ms. */
export const visibleLimit = 1;
export const defaultDuration = 5000;
export const removeDelay = 1_000_000;

let toasts: readonly Toast[] = [];
let expected = false;
let nextId = 1;
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

function replace(next: readonly Toast[]) {
  toasts = next;
  notify();
}

/** Prefetches the component that draws messages, because a form that fails offline must be able to show one. */
export function expectToasts(): void {
  if (expected) return;
  expected = true;
  notify();
}

export function areToastsExpected(): boolean {
  return expected;
}

/** Shows a message in place of the previous one. @returns its id */
export function showToast(message: ToastMessage): number {
  const id = nextId++;
  replace([{ ...message, id, open: true }, ...toasts].slice(0, visibleLimit));
  return id;
}

export function dismissToast(id: number): void {
  if (!toasts.some((toast) => toast.id === id && toast.open)) return;
  replace(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  const timer = setTimeout(() => replace(toasts.filter((toast) => toast.id !== id)), removeDelay);
  // In Node this timer must not keep the process alive for a quarter of an hour.
  if (typeof timer === 'object') timer.unref();
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

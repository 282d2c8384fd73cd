type Values = Readonly<Record<string, unknown>>;

const keyOf = (name: string) => `form-draft ${name}`;

/** Keeps a draft for the tab's next document. Without session storage the draft ends with this document. */
export function storeDraft(name: string, values: Values | undefined): void {
  if (!values) return;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {}
}

export function readStoredDraft(name: string): Values | undefined {
  try {
    // The cast is safe: this form wrote the value above.
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetStoredDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {}
}

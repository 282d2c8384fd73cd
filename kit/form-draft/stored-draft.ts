type Values = Readonly<Record<string, unknown>>;

const keyOf = (name: string) => `form-draft ${name}`;

/** Keeps a draft for the next document of this tab. Without storage it is gone with this one. */
export function storeDraft(name: string, values: Values | undefined): void {
  if (!values) return;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {}
}

export function readStoredDraft(name: string): Values | undefined {
  try {
    // Written above, by this very form.
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

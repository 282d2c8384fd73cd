/**
 * Copies the text of a field without moving the focus. Returns false if the browser does not allow it; the text is then
 * selected for copying by hand. The Clipboard API is missing on plain http, where `execCommand` still works.
 */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    const before = document.activeElement;
    field.focus();
    field.select();
    const copied = typeof document.execCommand === 'function' && document.execCommand('copy');
    if (copied && before instanceof HTMLElement) before.focus();
    return copied;
  }
}

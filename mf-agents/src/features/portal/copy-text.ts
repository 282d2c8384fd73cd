/**
 * Copies the text of a field, which is selected in any case, so that a visitor can copy it by hand. False when the
 * browser does not allow it; the clipboard of today is missing on plain http, the one of yesterday works there.
 */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return typeof document.execCommand === 'function' && document.execCommand('copy');
  }
}

/**
 * Copies the text of a field and leaves the focus where it is. False when the browser does not allow it: then the text is
 * selected, so that a visitor can copy it by hand. The clipboard of today is missing on plain http, the one of yesterday
 * works there.
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

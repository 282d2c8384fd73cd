/** What an address's hash names on this page; null where it names nothing. */
export function anchorOf(hash: string): HTMLElement | null {
  return hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
}

/** Also of what takes no focus by itself. Scrolls nothing, and leaves whoever is typing there already. */
export function focusOn(element: HTMLElement): void {
  if (element.contains(document.activeElement?.closest('input, select, textarea') ?? null)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** As it stands in the address, where that is no proper encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

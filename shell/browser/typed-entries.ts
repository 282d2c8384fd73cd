/**
 * A hash typed into the address bar makes a history entry without a key. The router would take it for the first entry
 * of the page and scroll to where that was left, not to the anchor. Listeners are called in their order, so this has to
 * come before the router.
 */
export function nameTypedEntries(): void {
  window.addEventListener('popstate', () => {
    if (history.state !== null) return;
    history.replaceState({ key: Math.random().toString(36).slice(2), idx: null }, '');
  });
}

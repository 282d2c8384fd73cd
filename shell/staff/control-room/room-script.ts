/**
 * The one script of the control room, which the content security policy allows by its hash. It shows times in the time
 * zone of the reader. It reloads the overview by a navigation, because scripts may not read staff pages. It waits
 * while the keyboard is used in the page, text is selected, or another tab is visible. Outside of fields it knows three
 * keys, which the overview names.
 */
export const roomScript = `
{
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    const year = at.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' };
    const parts = { ...year, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' };
    if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleString([], parts);
  }
  const refreshed = document.querySelector('[data-refresh]');
  if (refreshed) setInterval(() => {
    const { activeElement, hidden } = document;
    // A click on a text gives the main part the focus.
    const isUsed = activeElement?.matches('body, main:not(:focus-visible)') === false || !getSelection().isCollapsed;
    if (!hidden && !isUsed && navigator.onLine) location.reload();
  }, 1000 * refreshed.dataset.refresh);
  let isGoing = false;
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || target.closest('input, select, textarea')) return;
    const tabs = [...document.querySelectorAll('.rooms a')];
    const tabOf = (letter) => tabs.find((tab) => tab.textContent.trim().toLowerCase().startsWith(letter));
    const search = document.querySelector('.filter input');
    const tab = isGoing ? tabOf(key) : key === '/' && !search && tabOf('log');
    isGoing = key === 'g';
    if (tab) tab.click();
    else if (key === 'r') location.reload();
    else if (key === '/' && search) {
      event.preventDefault();
      search.focus();
    }
  });
}
`;

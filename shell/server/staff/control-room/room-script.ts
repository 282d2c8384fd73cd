/**
 * The one script of the control room, which the content security policy allows by its hash. It shows times in the time
 * zone of the reader. It opens the overview anew, by a navigation, because scripts may not read staff pages; it does not
 * while somebody uses the keyboard in the page, selects text or looks at another tab.
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
    const { activeElement, body, hidden } = document;
    const isUsed = (activeElement && activeElement !== body) || !getSelection().isCollapsed;
    if (!hidden && !isUsed && navigator.onLine) location.reload();
  }, 1000 * refreshed.dataset.refresh);
}
`;

/** The time between two refreshes of the overview, in seconds. */
export const refreshEvery = 15;

/**
 * The one script of the control room, which the content security policy allows by its hash. It shows times in the time
 * zone of the reader. It reloads the overview by a navigation, because scripts may not read staff pages. It waits
 * while the keyboard is used in the page, text is selected, or another tab is visible.
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

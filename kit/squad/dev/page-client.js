// Runs in pages of `remote dev`, before the shell. It shows errors with their source line and reloads the page once the
// error is fixed. The dev server's own overlay shows compile and type errors.
(() => {
  let hasFailed = false;
  let hasChanged = false;
  let panel = null;
  /** Times of the builds after this page's own, in milliseconds since the page was opened. */
  let builds = [];
  /**
   * In milliseconds. An error between two builds this close may come from the first one, which compiled a half-saved file.
   */
  const closeBuilds = 2000;

  const show = (title, text) => {
    panel?.remove();
    panel = document.createElement('div');
    panel.setAttribute('role', 'alert');
    panel.dataset.developmentError = '';
    panel.style.cssText =
      'position:fixed;inset:auto 1rem 1rem;z-index:2147483000;max-height:60vh;overflow:auto;padding:1rem;border-radius:6px;background:#1c1017;color:#ffd9d9;border:2px solid #ff5c5c;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap';
    const heading = document.createElement('strong');
    heading.textContent = title;
    const button = document.createElement('button');
    button.textContent = 'Close';
    button.style.cssText = 'float:right;color:inherit';
    button.addEventListener('click', () => panel.remove());
    panel.append(button, heading, document.createTextNode(`\n\n${text}`));
    document.body.append(panel);
  };

  const showError = async (error) => {
    const isOfOldBuild = builds.filter((at) => performance.now() - at < closeBuilds).length > 1;
    const answer = await fetch('/@dev/trace', { method: 'POST', body: String(error.stack) }).catch(() => null);
    const traced = answer?.ok ? await answer.json() : null;
    // Errors outside the remote, such as an unavailable service, only appear on the console.
    if (!traced) return;
    if (isOfOldBuild) return location.reload();
    hasFailed = true;
    show(`${error.name}: ${error.message}`, `${traced.file}:${traced.line}:${traced.column}\n\n${traced.frame}`);
  };

  addEventListener('error', ({ error }) => error instanceof Error && void showError(error));
  addEventListener('unhandledrejection', ({ reason }) => reason instanceof Error && void showError(reason));
  // React logs an error that an error boundary catches, and dispatches no event for it.
  const logError = console.error;
  console.error = (...words) => {
    logError(...words);
    const error = words.find((word) => word instanceof Error);
    if (error) void showError(error);
  };

  // A module that could not be built throws when it is loaded.
  const isBroken = (errors) => JSON.stringify(errors ?? '').includes('Module build failed');

  addEventListener('message', ({ data }) => {
    if (data?.type === 'webpackInvalid') hasChanged = true;
    if (data?.type === 'webpackErrors') hasFailed ||= !document.querySelector('main h1') || isBroken(data.data);
    const isBuilt = data?.type === 'webpackOk' || data?.type === 'webpackStillOk';
    if (isBuilt && hasChanged) builds = [...builds.slice(-9), performance.now()];
    // A working page is refreshed in place; a failed page is reloaded.
    if (hasFailed && hasChanged && isBuilt) location.reload();
  });
})();

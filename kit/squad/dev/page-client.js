// Runs in pages of `remote dev`, before the shell. It shows errors with their source line, and reloads the page once what broke it is
// fixed. Errors of compiling and of types are shown by the dev server's own overlay.
(() => {
  let hasFailed = false;
  let hasChanged = false;
  let panel = null;
  /** When later builds than that of this page came, in milliseconds since the page began. */
  let builds = [];
  /** An error between two builds within this time may be of the older one, of which half was saved; in milliseconds. */
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
    // An error outside of the remote, of an unavailable service for example, is on the console alone.
    if (!traced) return;
    if (isOfOldBuild) return location.reload();
    hasFailed = true;
    show(`${error.name}: ${error.message}`, `${traced.file}:${traced.line}:${traced.column}\n\n${traced.frame}`);
  };

  addEventListener('error', ({ error }) => error instanceof Error && void showError(error));
  addEventListener('unhandledrejection', ({ reason }) => reason instanceof Error && void showError(reason));
  // React logs what an error boundary has caught, and dispatches no event for it.
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
    // A page that works is refreshed in place, and a page that failed is reloaded.
    if (hasFailed && hasChanged && isBuilt) location.reload();
  });
})();

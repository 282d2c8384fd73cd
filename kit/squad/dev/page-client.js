// Runs in pages of `remote dev`, before the shell. It shows errors, and what the gate would refuse, with their source line, and
// reloads the page once an error is fixed. The dev server's own overlay shows compile and type errors.
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

  /** The title of the panel that somebody closed. It stays closed until something else is to be shown. */
  let closed = null;

  const show = (title, traced) => {
    panel?.remove();
    if (title === closed) return;
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
    button.addEventListener('click', () => {
      panel.remove();
      closed = title;
    });
    const text = traced ? `\n\n${traced.file}:${traced.line}:${traced.column}\n\n${traced.frame}` : '';
    panel.append(button, heading, document.createTextNode(text));
    document.body.append(panel);
  };

  const trace = async (stack) => {
    const answer = await fetch('/@dev/trace', { method: 'POST', body: stack }).catch(() => null);
    return answer?.ok ? answer.json() : null;
  };

  const showError = async (error) => {
    const isOfOldBuild = builds.filter((at) => performance.now() - at < closeBuilds).length > 1;
    const traced = await trace(String(error.stack));
    // Errors outside the remote, such as an unavailable service, only appear on the console.
    if (!traced) return;
    if (isOfOldBuild) return location.reload();
    hasFailed = true;
    show(`${error.name}: ${error.message}`, traced);
  };

  /** Shows what the page did that the gate would refuse. */
  const showRefused = async (title, stack) => {
    const traced = await trace(stack);
    if (!hasFailed) show(title, traced);
  };

  /** In milliseconds. A build for the server would slow down the next of several edits. */
  const quietTime = 1000;
  let asking;
  /** The number of questions and edits, because an answer from before the last one is out of date. */
  let asked = 0;

  /** Asks what the gate would refuse of the present source. */
  const askProblem = async () => {
    asked += 1;
    const own = asked;
    const page = encodeURIComponent(location.pathname + location.search);
    const answer = await fetch(`/@dev/problem?page=${page}`).catch(() => null);
    const found = answer?.ok ? await answer.json() : null;
    if (found && !hasFailed && own === asked) show(found.problem, found.traced);
  };
  // A link leads to another page without a build.
  globalThis.navigation?.addEventListener('navigatesuccess', askProblem);

  addEventListener('error', ({ error }) => error instanceof Error && void showError(error));
  addEventListener('unhandledrejection', ({ reason }) => reason instanceof Error && void showError(reason));
  // React logs an error that an error boundary catches, and dispatches no event for it.
  const logError = console.error;
  console.error = (...words) => {
    logError(...words);
    const error = words.find((word) => word instanceof Error);
    const said = String(error?.message ?? words[0]);
    // React says so of an attribute without an error.
    if (/hydrat/i.test(said)) void showRefused(said, globalThis.captureOwnerStack?.() ?? '');
    else if (error) void showError(error);
  };

  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber }) =>
      showRefused(
        `The page breaks the content security policy (${effectiveDirective}: ${blockedURI}).`,
        `${sourceFile}:${lineNumber}:${columnNumber}`,
      ),
  );

  // A module that could not be built throws when it is loaded.
  const isBroken = (errors) => JSON.stringify(errors ?? '').includes('Module build failed');

  addEventListener('message', ({ data }) => {
    if (data?.type === 'webpackInvalid') {
      hasChanged = true;
      asked += 1;
      clearTimeout(asking);
      // What the edit does not mend is shown again.
      if (!hasFailed) panel?.remove();
    }
    if (data?.type === 'webpackErrors') hasFailed ||= !document.querySelector('main h1') || isBroken(data.data);
    const isBuilt = data?.type === 'webpackOk' || data?.type === 'webpackStillOk';
    if (isBuilt && hasChanged) builds = [...builds.slice(-9), performance.now()];
    // A working page is refreshed in place; a failed page is reloaded.
    if (hasFailed && hasChanged && isBuilt) location.reload();
    else if (isBuilt || data?.type === 'webpackWarnings') {
      clearTimeout(asking);
      asking = setTimeout(askProblem, quietTime);
    }
  });
})();

// Runs in pages of `remote dev`, before the shell: shows errors with their source line, and has the page come back once
// what broke it is mended. Errors of compiling and of types are shown by the dev server's own overlay.
(() => {
  let hasFailed = false;
  let hasChanged = false;
  let panel = null;
  /** When builds came that this page has not begun with, in milliseconds since it began. */
  let builds = [];
  /** So soon after each other, what fails may be a build that is not the newest any more: half of what was being saved. */
  const close = 2000;

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

  const tell = async (error) => {
    const isOutrun = builds.filter((at) => performance.now() - at < close).length > 1;
    const answer = await fetch('/@dev/trace', { method: 'POST', body: String(error.stack) }).catch(() => null);
    const traced = answer?.ok ? await answer.json() : null;
    // What fails outside of the remote, a service that is away for example, is said on the console.
    if (!traced) return;
    if (isOutrun) return location.reload();
    hasFailed = true;
    show(`${error.name}: ${error.message}`, `${traced.file}:${traced.line}:${traced.column}\n\n${traced.frame}`);
  };

  addEventListener('error', ({ error }) => error instanceof Error && void tell(error));
  addEventListener('unhandledrejection', ({ reason }) => reason instanceof Error && void tell(reason));
  // React says here what an error boundary has caught: no event tells of it.
  const say = console.error;
  console.error = (...words) => {
    say(...words);
    const error = words.find((word) => word instanceof Error);
    if (error) void tell(error);
  };

  // A module that could not be built throws in place of what it was.
  const isBroken = (errors) => JSON.stringify(errors ?? '').includes('Module build failed');

  addEventListener('message', ({ data }) => {
    if (data?.type === 'webpackInvalid') hasChanged = true;
    if (data?.type === 'webpackErrors') hasFailed ||= !document.querySelector('main h1') || isBroken(data.data);
    const isBuilt = data?.type === 'webpackOk' || data?.type === 'webpackStillOk';
    if (isBuilt && hasChanged) builds = [...builds.slice(-9), performance.now()];
    // A page that works takes changes in place; one that failed begins anew.
    if (hasFailed && hasChanged && isBuilt) location.reload();
  });
})();

import { hearLeaving } from 'kit/leaving';

/** In milliseconds; after this time the page loads its remote, and that load has its own listener. */
const firstLoadTime = 5000;

/**
 * Starts the page in slices, between which the browser responds to input and paints: React, then Chakra's system, which
 * every page creates again, then the page itself. All slices are in one file: eager imports load together and are
 * evaluated separately.
 */
async function start(): Promise<void> {
  const stop = hearLeaving();
  await nextTask();
  await import(/* webpackMode: "eager", webpackExports: ["hydrateRoot", "createRoot"] */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager", webpackExports: ["KitProvider"] */ 'kit/theme');
  await nextTask();
  await import(/* webpackMode: "eager" */ './main.tsx');
  setTimeout(stop, firstLoadTime);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

// The last slice registers the listener for uncaught errors, so errors before that are logged here.
start().catch((error: unknown) => console.error('[shell] the page did not start.', error));

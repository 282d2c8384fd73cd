import { hearLeaving } from 'kit/leaving';

/** In milliseconds; by then the page loads its remote, and that load listens itself. */
const untilFirstLoad = 5000;

/**
 * Starts the page in slices, between which the browser answers the visitor and paints: React, then Chakra's
 * system, which is made anew on every page, then the page itself. All of it is in the one file:
 * eager imports are loaded together and evaluated apart.
 */
async function start(): Promise<void> {
  const stop = hearLeaving();
  await nextTask();
  await import(/* webpackMode: "eager", webpackExports: ["hydrateRoot", "createRoot"] */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager", webpackExports: ["KitProvider"] */ 'kit/theme');
  await nextTask();
  await import(/* webpackMode: "eager" */ './main.tsx');
  setTimeout(stop, untilFirstLoad);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

// The listener for uncaught errors only comes with the last slice.
start().catch((error: unknown) => console.error('[shell] the page did not start.', error));

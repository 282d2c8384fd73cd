import { hearLeaving } from 'kit/leaving';
import type { system } from 'kit/theme';

type System = typeof system;

/** By then the page asks for its remote, and that load listens itself; in milliseconds. */
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
  const { system } = await import(/* webpackMode: "eager" */ 'kit/theme');
  // The server's page brings them; one that the server could not render has none.
  if (!document.querySelector('style[data-emotion]')) await addGlobalStyles(system);
  await nextTask();
  await import(/* webpackMode: "eager" */ './main.tsx');
  setTimeout(stop, untilFirstLoad);
}

/** A page that works without them is worth more than none. In development the system has them. */
async function addGlobalStyles({ _global }: System): Promise<void> {
  if (_global.length > 0) return;
  try {
    _global.push(...(await import('./global-styles.ts')).globalStyles);
  } catch (error) {
    console.error('[shell] the styles of the whole page did not come.', error);
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

// Whoever listens for errors that nobody catches comes with the last slice.
start().catch((error: unknown) => console.error('[shell] the page did not start.', error));

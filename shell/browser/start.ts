import { hearLeaving } from 'kit/leaving';
import type { system } from 'kit/theme';

type System = typeof system;

/** In milliseconds; by then the page loads its remote, and that load listens itself. */
const untilFirstLoad = 5000;

/**
 * Starts the page in slices, so that the browser can respond and paint between them: the federation runtime with this file,
 * then React, then Chakra's system, which every page creates, then the page. All of it is in one file: eager imports are
 * loaded together and evaluated separately.
 */
async function start(): Promise<void> {
  const stop = hearLeaving();
  await nextTask();
  await import(/* webpackMode: "eager", webpackExports: ["hydrateRoot", "createRoot"] */ 'react-dom/client');
  await nextTask();
  const { system } = await import(/* webpackMode: "eager" */ 'kit/theme');
  // The server's page includes them; a page that the server could not render does not.
  if (!document.querySelector('style[data-emotion]')) await addGlobalStyles(system);
  await nextTask();
  await import(/* webpackMode: "eager" */ './main.tsx');
  setTimeout(stop, untilFirstLoad);
}

/** A page without global styles is better than none. In development the system has them. */
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

// The listener for uncaught errors only comes with the last slice.
start().catch((error: unknown) => console.error('[shell] the page did not start.', error));

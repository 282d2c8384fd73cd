import { existsSync } from 'node:fs';

/** Which browser the gate tries pages in. */
export interface BrowserChoice {
  /** The path of a Chromium, Chrome or Edge, or `require`: a release is refused without it. Any or none when it is not given. */
  browser?: string | undefined;
  /** Where one may be installed; the usual places unless they are given. */
  places?: readonly string[] | undefined;
}

/** Of Debian, Ubuntu, Fedora, macOS; the one without windows first, which takes a fifth of the work. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** Where the browser of the gate lies; undefined where none is installed, or the named one is not there. */
export function findBrowser({ browser, places = usualPlaces }: BrowserChoice = {}): string | undefined {
  return (isNamed(browser) ? [browser] : places).find((place) => existsSync(place));
}

/** Why the gate's browser step is missing on this machine, as a clause; null where a browser is there. */
export function whyNoBrowser(choice: BrowserChoice): string | null {
  if (findBrowser(choice) !== undefined) return null;
  const { browser } = choice;
  return isNamed(browser) ? `there is no browser at ${browser}` : 'no Chromium, Chrome or Edge is installed here';
}

function isNamed(browser: string | undefined): browser is string {
  return browser !== undefined && browser !== 'require';
}

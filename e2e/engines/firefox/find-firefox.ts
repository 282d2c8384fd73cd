import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
] as const;

/** The Firefox of the system: `FIREFOX_PATH`, or where it usually is. */
export function findFirefox(): string | undefined {
  return [process.env.FIREFOX_PATH, ...usualPlaces].find((path) => path && existsSync(path));
}

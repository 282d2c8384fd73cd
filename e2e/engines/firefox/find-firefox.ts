import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
] as const;

/** Returns the path of the system's Firefox: `FIREFOX_PATH`, or the usual place. */
export function findFirefox(): string | undefined {
  return [process.env.FIREFOX_PATH, ...usualPlaces].find((path) => path && existsSync(path));
}

/** The first Firefox that supports every command with which Playwright starts a session (`network.addDataCollector`). */
export const oldestFirefox = 143;

/** Returns the major version of the Firefox at this path. */
export function readMajorVersion(program: string): number {
  return Number.parseInt(/\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? '0', 10);
}

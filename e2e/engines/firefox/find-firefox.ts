import { execFileSync } from 'node:child_process';
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

/** The first Firefox with every command that Playwright begins a session with (`network.addDataCollector` of WebDriver BiDi). */
export const oldestFirefox = 143;

/** The major version of the Firefox at this path. */
export function readMajorVersion(program: string): number {
  return Number.parseInt(/\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? '0', 10);
}

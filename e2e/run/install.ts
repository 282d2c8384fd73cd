import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether system packages can be installed here without a password. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs Debian packages one by one, so that a missing one does not affect the others. */
export function installPackages(names: readonly string[]): void {
  runAll([
    ['apt-get', 'update', '-qq'],
    ...names.map((name) => ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name] as const),
  ]);
}

/** Runs commands until one fails. The failure is only logged, because the caller checks the result. */
export function runAll(commands: readonly (readonly [string, ...string[]])[]): void {
  try {
    for (const [command, ...args] of commands) execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

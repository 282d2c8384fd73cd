import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages of the system can be installed here without asking anybody. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs Debian's packages, each alone: one that a release does not have keeps none of the others away. */
export function installPackages(names: readonly string[]): void {
  runAll([
    ['apt-get', 'update', '-qq'],
    ...names.map((name) => ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name] as const),
  ]);
}

/** Runs commands until one fails, which is said and left at that: the caller looks at what is there. */
export function runAll(commands: readonly (readonly [string, ...string[]])[]): void {
  try {
    for (const [command, ...args] of commands) execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

import { type EngineName, engineNames, enginePackages, findEngine, isWanted } from '../engines/engines.ts';
import { canInstallPackages, installPackages, runAll } from './install.ts';

/**
 * Finds the engines besides Chromium and installs those that are available.
 * @returns a sentence for each that this run leaves out
 * @throws Error if `TEST_ENGINES` names one that is not available
 */
export function findOrInstallEngines(): string[] {
  return engineNames.flatMap((name) => {
    if (!isWanted(name)) return [`${name} is left out: TEST_ENGINES does not name it.`];
    if (missingOf(name)) install(name);
    const missing = missingOf(name);
    if (!missing) return [];
    const packages = enginePackages[name].join(' ');
    const sentence = `${missing} is not installed and could not be (Debian: apt-get install ${packages}; elsewhere: npx playwright install ${name}).`;
    if (process.env.TEST_ENGINES) throw new Error(`TEST_ENGINES names ${name}, but ${sentence}`);
    return [`${name} is left out: ${sentence}`];
  });
}

function missingOf(name: EngineName): string | undefined {
  const engine = findEngine(name);
  return 'missing' in engine ? engine.missing : undefined;
}

function install(name: EngineName): void {
  console.log(`Installing ${name} ...`);
  if (canInstallPackages()) installPackages(enginePackages[name]);
  if (missingOf(name)) runAll([['npx', 'playwright', 'install', name]]);
}

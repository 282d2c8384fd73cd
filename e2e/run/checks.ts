import { captureCommand } from './run-command.ts';

interface Check {
  name: string;
  command: string;
  args: readonly string[];
}

/** TypeScript 7 needs a third of the time. Other tools here need the API of TypeScript 6, which it does not have. */
const compiler = 'node_modules/typescript-native/bin/tsc';

/** The checks of `npm run check`. Each is one command, and warnings count as failures. */
const checks: readonly Check[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  { name: 'types of the site', command: 'node', args: [compiler, '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the api', command: 'node', args: [compiler, '--noEmit', '-p', 'api/tsconfig.json'] },
  {
    name: 'boundaries',
    command: 'depcruise',
    args: [
      '--config',
      '.dependency-cruiser.cjs',
      'kit',
      'shell',
      'mf-marketing',
      'mf-marketplace',
      'mf-intake',
      'mf-agents',
      'mf-demos',
      'api/src',
      'e2e',
    ],
  },
  { name: 'dead code', command: 'knip', args: [] },
  { name: 'packages', command: 'node', args: ['--no-warnings', 'e2e/run/packages.ts'] },
  { name: 'documented APIs', command: 'node', args: ['--no-warnings', 'e2e/run/documented-apis.ts'] },
  { name: 'version of the kit', command: 'node', args: ['--no-warnings', 'e2e/run/kit-version.ts'] },
];

/** It reads all modules of the servers once more, and a quick run leaves it to CI. */
const checkOfImages: Check = {
  name: 'image contents',
  command: 'node',
  args: ['--no-warnings', 'e2e/run/image-contents.ts'],
};

/** Checks of the built scripts; the first one builds them. */
const checksOfBuild: readonly Check[] = [
  { name: 'browser support', command: 'node', args: ['--no-warnings', 'e2e/run/browser-support.ts'] },
  { name: 'script bytes', command: 'node', args: ['--no-warnings', 'e2e/run/script-bytes.ts'] },
];

export interface CheckResult {
  name: string;
  passed: boolean;
  output: string;
}

/** Runs the checks in parallel, even after one has failed, and prints the output of each when it ends. */
export async function runChecks({ isQuick = false } = {}): Promise<CheckResult[]> {
  const ofBuild = runInTurn(checksOfBuild);
  const inParallel = isQuick ? checks : [...checks, checkOfImages];
  return [...(await Promise.all(inParallel.map(runCheck))), ...(await ofBuild)];
}

async function runInTurn(list: readonly Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of list) results.push(await runCheck(check));
  return results;
}

async function runCheck({ name, command, args }: Check): Promise<CheckResult> {
  const { passed, output } = await captureCommand(command, args);
  console.log(`\n== ${name}: ${passed ? 'passed' : 'failed'}\n${output}`);
  return { name, passed, output };
}

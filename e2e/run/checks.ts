import { captureCommand } from './run-command.ts';

/** What `npm run check` holds: each is one command, and none of them has warnings. */
const checks: readonly { name: string; command: string; args: readonly string[] }[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  { name: 'types of the site', command: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the api', command: 'tsc', args: ['--noEmit', '-p', 'api/tsconfig.json'] },
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
  { name: 'image contents', command: 'node', args: ['--no-warnings', 'e2e/run/image-contents.ts'] },
  { name: 'script bytes', command: 'node', args: ['--no-warnings', 'e2e/run/script-bytes.ts'] },
];

export interface CheckResult {
  name: string;
  passed: boolean;
}

/** Runs all checks side by side, also when one has failed, and shows what each wrote once it has ended. */
export function runChecks(): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, command, args }) => {
      const { passed, output } = await captureCommand(command, args);
      console.log(`\n== ${name}: ${passed ? 'passed' : 'failed'}\n${output}`);
      return { name, passed };
    }),
  );
}

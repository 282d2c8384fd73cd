import { runCommand } from './run-command.ts';

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
  { name: 'script bytes', command: 'node', args: ['--no-warnings', 'e2e/run/script-bytes.ts'] },
];

export interface CheckResult {
  name: string;
  passed: boolean;
}

/** Runs every check, also after one has failed. */
export async function runChecks(): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, command, args } of checks) {
    console.log(`\n== ${name}`);
    results.push({ name, passed: await runCommand(command, args) });
  }
  return results;
}

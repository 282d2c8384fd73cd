import { runChecks } from './checks.ts';

const failed = (await runChecks()).filter(({ passed }) => !passed);
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(({ name }) => name).join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

import { runCommand } from '../../run/run-command.ts';

// npm run drill:rules: ten times the forms of npm test, 10,000 of each of the 11 kinds, through the browser's rules and
// the server's. DRILL_FORMS says how many of each.

const passed = await runCommand('jest', ['--selectProjects', 'api', '--', 'src/validation/equal-rules'], {
  NODE_OPTIONS: '--experimental-vm-modules',
  RULE_RUNS: process.env.DRILL_FORMS ?? '10000',
});
process.exitCode = passed ? 0 : 1;

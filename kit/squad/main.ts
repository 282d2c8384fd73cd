#!/usr/bin/env node
import { buildProgram, type Failure, processTerminal, runProgram } from '../server/command-line.ts';
import { addCheckCommand, addTestCommand } from './commands/check.ts';
import { addBuildCommand, addDevCommand, addKeyCommand, addNewCommand } from './commands/develop.ts';
import { addPreviewCommand, addPublishCommand } from './commands/publish.ts';
import { addErrorsCommand, addLogCommand, addVisitsCommand } from './commands/reports.ts';
import { addContractCommand, addStatusCommand } from './commands/status.ts';
import {
  addAbortCommand,
  addActivateCommand,
  addCanaryCommand,
  addPromoteCommand,
  addRollbackCommand,
} from './commands/switches.ts';
import { BuildOutputError } from './release/assemble-release.ts';
import { SiteError } from './site-client/site-error.ts';

// The `remote` command of squads.

/** In the order of the overview: commands that make a remote, then commands that bring it to a site. */
const commands = [
  ...[addNewCommand, addKeyCommand, addDevCommand, addBuildCommand, addCheckCommand, addTestCommand],
  ...[addPublishCommand, addPreviewCommand, addActivateCommand, addCanaryCommand, addPromoteCommand],
  ...[addAbortCommand, addRollbackCommand, addStatusCommand, addErrorsCommand, addVisitsCommand],
  ...[addLogCommand, addContractCommand],
];

function describeFailure(error: unknown): Failure {
  if (error instanceof SiteError || error instanceof BuildOutputError) {
    const { code, findings } = error instanceof SiteError ? error : { code: 'build-output', findings: [] };
    return { message: error.message, code, exitCode: 1, details: { findings } };
  }
  // The tool's own errors are sentences. DEBUG shows the stack.
  const isSentence = error instanceof Error && !process.env.DEBUG;
  const message = isSentence ? error.message : String(error instanceof Error ? error.stack : error);
  return { message, code: 'failed', exitCode: 1 };
}

const program = buildProgram('remote', 'Make, develop, test and release a remote of a site.').addHelpText(
  'after',
  '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.',
);
for (const add of commands) add(program);
process.exitCode = await runProgram(program, {
  words: process.argv.slice(2),
  terminal: processTerminal(),
  inWords: describeFailure,
});

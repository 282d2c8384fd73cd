#!/usr/bin/env node
import { buildProgram, type Failure, processTerminal, runProgram, type Terminal } from '../server/command-line.ts';
import { buildRemote } from './build/build-remote.ts';
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
const localCommands = [addNewCommand, addKeyCommand, addDevCommand, addBuildCommand, addCheckCommand, addTestCommand];
const siteCommands = [
  ...[addPublishCommand, addPreviewCommand, addActivateCommand, addCanaryCommand, addPromoteCommand],
  ...[addAbortCommand, addRollbackCommand, addStatusCommand, addErrorsCommand, addVisitsCommand],
  ...[addLogCommand, addContractCommand],
];

/** Runs one command line and does not throw. @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
async function run(args: string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const program = buildProgram('remote', 'Make, develop, test and release a remote of a site.')
    // Each command has a --json option of its own.
    .enablePositionalOptions()
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.');
  for (const add of localCommands) add(program);
  const context = {
    ...terminal,
    end: (code: number) => {
      exitCode = code;
    },
    build: async () => {
      await buildRemote(process.cwd());
    },
  };
  for (const add of siteCommands) add(program, context);
  return (await runProgram(program, { words: args, terminal, inWords: describeFailure })) || exitCode;
}

function describeFailure(error: unknown): Failure {
  if (error instanceof BuildOutputError) return { message: error.message, code: 'build-output', exitCode: 1 };
  if (error instanceof SiteError) return { message: error.message, code: error.code, exitCode: 1 };
  // The tool's own errors are sentences. DEBUG shows the stack.
  const isSentence = error instanceof Error && !process.env.DEBUG;
  const message = isSentence ? error.message : String(error instanceof Error ? error.stack : error);
  return { message, code: 'failed', exitCode: 1 };
}

process.exitCode = await run(process.argv.slice(2), processTerminal());

import { buildProgram, type Failure, runProgram, type Terminal } from '../server/command-line.ts';
import { buildRemote } from './build/build-remote.ts';
import { addActivateCommand } from './commands/activate.ts';
import { addBuildCommand } from './commands/build.ts';
import { addAbortCommand, addCanaryCommand } from './commands/canary.ts';
import { addCheckCommand } from './commands/check.ts';
import { addContractCommand } from './commands/contract.ts';
import { addDevCommand } from './commands/dev.ts';
import { addKeyCommand } from './commands/key.ts';
import { addNewCommand } from './commands/new.ts';
import { addPreviewCommand } from './commands/preview.ts';
import { addPromoteCommand } from './commands/promote.ts';
import { addPublishCommand } from './commands/publish.ts';
import { addRollbackCommand } from './commands/rollback.ts';
import { addStatusCommand } from './commands/status.ts';
import { addTestCommand } from './commands/test.ts';
import { BuildOutputError } from './release/assemble-release.ts';
import { SiteError } from './site-client/site-error.ts';

/** In the order of the overview: what makes a remote, then what brings it to a site. */
const ownCommands = [addNewCommand, addKeyCommand, addDevCommand, addBuildCommand, addCheckCommand, addTestCommand];
const siteCommands = [
  ...[addPublishCommand, addPreviewCommand, addActivateCommand, addCanaryCommand, addPromoteCommand],
  ...[addAbortCommand, addRollbackCommand, addStatusCommand, addContractCommand],
];

/** Runs one command line of the tool. Gives the exit code: 0 done, 1 refused or failed, 2 wrong usage. Never throws. */
export async function runTool(words: string[], terminal: Terminal): Promise<number> {
  let ended = 0;
  const program = buildProgram('remote', 'Make, develop, test and release a remote of a site.')
    // Each command knows --json itself.
    .enablePositionalOptions()
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.');
  for (const add of ownCommands) add(program);
  const surroundings = {
    ...terminal,
    end: (exitCode: number) => {
      ended = exitCode;
    },
    build: async () => {
      await buildRemote(process.cwd());
    },
  };
  for (const add of siteCommands) add(program, surroundings);
  return (await runProgram(program, { words, terminal, inWords })) || ended;
}

function inWords(error: unknown): Failure {
  if (error instanceof BuildOutputError) return { message: error.message, code: 'build-output', exitCode: 1 };
  if (error instanceof SiteError) return { message: error.message, code: error.code, exitCode: 1 };
  // What the tool itself throws is a sentence; the trace is for who asks for it.
  const isSentence = error instanceof Error && !process.env.DEBUG;
  const message = isSentence ? error.message : String(error instanceof Error ? error.stack : error);
  return { message, code: 'failed', exitCode: 1 };
}

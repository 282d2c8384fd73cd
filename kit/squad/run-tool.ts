import { buildProgram, type Failure, runProgram, type Terminal } from '../server/command-line.ts';
import { addBuildCommand } from './commands/build.ts';
import { addCheckCommand } from './commands/check.ts';
import { addNewCommand } from './commands/new.ts';
import { addTestCommand } from './commands/test.ts';
import { BuildOutputError } from './release/assemble-release.ts';
import { SiteError } from './site-client/site-error.ts';

/** Runs one command line of the tool. Gives the exit code: 0 done, 1 refused or failed, 2 wrong usage. Never throws. */
export async function runTool(words: string[], terminal: Terminal): Promise<number> {
  const program = buildProgram('remote', 'Make, develop, test and release a remote of a site.').addHelpText(
    'after',
    '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.',
  );
  for (const add of [addNewCommand, addBuildCommand, addCheckCommand, addTestCommand]) add(program);
  return runProgram(program, { words, terminal, inWords });
}

function inWords(error: unknown): Failure {
  if (error instanceof BuildOutputError) return { message: error.message, code: 'build-output', exitCode: 1 };
  if (error instanceof SiteError) return { message: error.message, code: error.code, exitCode: 1 };
  // What the tool itself throws is a sentence; the trace is for who asks for it.
  const isSentence = error instanceof Error && !process.env.DEBUG;
  const message = isSentence ? error.message : String(error instanceof Error ? error.stack : error);
  return { message, code: 'failed', exitCode: 1 };
}

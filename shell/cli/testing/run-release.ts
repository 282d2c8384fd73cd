import { expect } from '@jest/globals';
import { type CommandResult, runScript } from '../../platform/testing/run-script.ts';
import { runCli } from '../run-cli.ts';

/** Runs a command line in this process, without `main.ts`, and without a browser that the gate opens pages in. */
export function runRelease(dataDir: string, ...args: string[]): Promise<CommandResult> {
  return runReleaseAs({ DATA_DIR: dataDir }, ...args);
}

/** Runs a command line with other variables, such as another key. */
export async function runReleaseAs(variables: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandResult> {
  const output = { out: '', error: '' };
  const code = await runCli(args, {
    environment: { ...process.env, ...variables },
    loadPages: null,
    out: (line) => {
      output.out += line;
    },
    error: (line) => {
      output.error += line;
    },
  });
  return { code, ...output };
}

export function runReleaseProcess(dataDir: string, ...args: string[]): Promise<CommandResult> {
  return runScript(new URL('../main.ts', import.meta.url), args, { DATA_DIR: dataDir });
}

/** The result of a command that did nothing, with its words: 1 if it was refused, 2 if it was called wrongly. */
export const refusal = (code: 1 | 2, words: string | RegExp) => ({
  code,
  error: typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
});

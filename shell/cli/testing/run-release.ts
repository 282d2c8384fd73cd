import { type CommandResult, runScript } from '../../platform/testing/run-script.ts';
import { runCli } from '../run-cli.ts';

/** Runs a command line in this process, without `main.ts`. */
export function runRelease(dataDir: string, ...words: string[]): Promise<CommandResult> {
  return runReleaseAs({ DATA_DIR: dataDir }, ...words);
}

/** Runs a command line with other variables, such as another key. */
export async function runReleaseAs(variables: NodeJS.ProcessEnv, ...words: string[]): Promise<CommandResult> {
  const said = { out: '', error: '' };
  const code = await runCli(words, {
    environment: { ...process.env, ...variables },
    out: (line) => {
      said.out += line;
    },
    error: (line) => {
      said.error += line;
    },
  });
  return { code, ...said };
}

/** Runs the command in a separate process. */
export function runReleaseProcess(dataDir: string, ...words: string[]): Promise<CommandResult> {
  return runScript(new URL('../main.ts', import.meta.url), words, { DATA_DIR: dataDir });
}

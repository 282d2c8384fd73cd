import { type CommandResult, runScript } from '../../platform/testing/run-script.ts';
import { runCli } from '../run-cli.ts';

/** Runs a command line in this process: all of it but `main.ts`, which hands the words, the streams and the code on. */
export async function runRelease(dataDir: string, ...words: string[]): Promise<CommandResult> {
  const said = { out: '', error: '' };
  const code = await runCli(words, {
    environment: { ...process.env, DATA_DIR: dataDir },
    out: (line) => {
      said.out += line;
    },
    error: (line) => {
      said.error += line;
    },
  });
  return { code, ...said };
}

/** Runs the command as a squad does, in a process of its own. */
export function runReleaseProcess(dataDir: string, ...words: string[]): Promise<CommandResult> {
  return runScript(new URL('../main.ts', import.meta.url), words, { DATA_DIR: dataDir });
}

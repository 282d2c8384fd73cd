import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCli } from '../run-cli.ts';

export interface CommandResult {
  code: number;
  out: string;
  error: string;
}

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

/** Runs a script with Node, as it is. */
export async function runScript(
  script: URL,
  words: string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--no-warnings', fileURLToPath(script), ...words], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: Number(code), out, error };
}

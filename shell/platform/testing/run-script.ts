import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface CommandResult {
  code: number;
  out: string;
  error: string;
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

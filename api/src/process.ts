import { readVariables, VariableError, type VariableName, type Variables } from 'kit/server/settings/variables';

/** A process cannot start. The message is one sentence with the cause and the remedy; no stack is shown. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Describes any error during the start, or during other work, in one sentence for the terminal. */
export function describeFailure(error: unknown, what = 'The process could not start'): string {
  if (error instanceof StartError || error instanceof VariableError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `${what}: ${message.trim().replace(/\s+/g, ' ')}`;
}

/** Reads variables of the environment. A wrong one ends the process with a sentence that names it. */
export function readVariablesOrExit<Name extends VariableName>(names: readonly Name[]): Variables<Name> {
  try {
    return readVariables(process.env, names);
  } catch (error) {
    return exitWith(error);
  }
}

/** Calls `end` when this process should stop: on a signal, or after its parent process has ended. */
export function whenAskedToEnd(end: () => void): void {
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, end);
}

export function exitWith(error: unknown): never {
  console.error(describeFailure(error));
  process.exit(1);
}

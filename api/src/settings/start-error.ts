/** A process cannot start. The message is one sentence that names the thing and says what to do; no stack is shown. */
export class StartError extends Error {
  override name = 'StartError';
}

/** One sentence for the terminal, whatever was thrown while a process started, or while it did something else. */
export function sayWhy(error: unknown, what = 'The process could not start'): string {
  if (error instanceof StartError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `${what}: ${message.trim().replace(/\s+/g, ' ')}`;
}

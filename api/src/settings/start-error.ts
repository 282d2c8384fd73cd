/** A process cannot start. The message is one sentence that names the thing and says what to do; no stack is shown. */
export class StartError extends Error {
  override name = 'StartError';
}

/** One sentence for the terminal, whatever was thrown while a process started. */
export function sayWhy(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `The process could not start: ${message.trim().replace(/\s+/g, ' ')}`;
}

/** A process cannot start. The message is one sentence with the cause and the remedy; no stack is shown. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Describes any error during the start, or during other work, in one sentence for the terminal. */
export function sayWhy(error: unknown, what = 'The process could not start'): string {
  if (error instanceof StartError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `${what}: ${message.trim().replace(/\s+/g, ' ')}`;
}

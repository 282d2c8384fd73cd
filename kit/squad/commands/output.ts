import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** The result of a command: a text for people, or JSON for machines. */
export interface Outcome {
  text: string;
  json: unknown;
}

/** Prints the result of a command, as JSON with `--json`. */
export function printOutcome(command: CommandUnknownOpts, { text, json }: Outcome): void {
  console.log(command.optsWithGlobals().json ? JSON.stringify(json, null, 2) : text);
}

/** Runs one step of a command. It prints the time that the step took on the error stream, where no script reads answers. */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  console.error(`  ${title.padEnd(40)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

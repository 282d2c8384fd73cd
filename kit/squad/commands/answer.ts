import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** What a command says at its end: a text for people, or JSON for machines. */
export interface Outcome {
  text: string;
  json: unknown;
}

/** Says what a command found, as the one who asked wants it. */
export function say(command: CommandUnknownOpts, { text, json }: Outcome): void {
  console.log(command.optsWithGlobals().json ? JSON.stringify(json, null, 2) : text);
}

/** Does one step of a command and says how long it took, on the error stream, where no script reads answers. */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  console.error(`  ${title.padEnd(40)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

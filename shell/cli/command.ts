import type { ParseArgsOptionsConfig } from 'node:util';
import type { ReleasePlatform, ReleaseStore } from '../platform/index.ts';

/** Wrong words on the command line; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Values = Record<string, string | boolean | undefined>;

export interface Invocation {
  positionals: string[];
  values: Values;
  platform: ReleasePlatform;
  store: ReleaseStore;
  /** Who acts: `--by`, else the system's user. */
  by: string;
  dryRun: boolean;
  /** Progress for people, on the error stream so that it never mixes with the answer. */
  say: (line: string) => void;
}

export interface Outcome {
  /** For people, without a last line break. */
  text: string;
  /** For machines, printed instead with `--json`. */
  json: unknown;
  /** True makes the exit code 1. */
  failed?: boolean;
}

export interface Command {
  name: string;
  summary: string;
  /** What stands behind the name: `<remote> <id>`. */
  usage: string;
  /** How many words may stand behind the name. */
  positionals: { least: number; most: number };
  options: Record<string, ParseArgsOptionsConfig[string] & { help: string; value?: string }>;
  run(invocation: Invocation): Promise<Outcome>;
}

/** The value of an option that takes text; empty counts as not given. */
export function textOption(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A positional that the number check has made sure of. */
export function positional({ positionals }: Invocation, index: number): string {
  const value = positionals[index];
  if (value === undefined) throw new UsageError('A word is missing behind the command.');
  return value;
}

import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { wholeNumber } from 'kit/server/command-line';
import type { ReleasePlatform, ReleaseStore } from '../platform/index.ts';

export interface Invocation {
  platform: ReleasePlatform;
  store: ReleaseStore;
  /** Who acts: `--by`, else the system's user. */
  by: string;
  dryRun: boolean;
  environment: NodeJS.ProcessEnv;
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

/** Does the work of a command and prints its outcome. */
export type Answer = (work: (invocation: Invocation) => Promise<Outcome>) => Promise<void>;

/** Reads arguments that only the site can tell right from wrong. */
export interface SiteArguments {
  /** Gives the name of a remote of the site; any other one is refused with those that are. */
  checkRemote: (text: string) => string;
}

/** Adds a command to the program. */
export type AddCommand = (program: CommandUnknownOpts, answer: Answer, site: SiteArguments) => void;

/** Reads an option that takes text; empty counts as not given. */
export function optionalText(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

/** The revision that the operator has seen, so that two people never switch twice. */
export const expectOption = [
  '--expect <revision>',
  'refuse when another revision is in effect',
  wholeNumber(0),
] as const;

/** What every switch takes. */
interface SwitchOptions {
  expect?: number | undefined;
}

/** What every switch is told: who, whether it is only tried, and what the operator has seen. */
export function commonRequest({ by, dryRun }: Pick<Invocation, 'by' | 'dryRun'>, { expect }: SwitchOptions) {
  return { by, dryRun, expectedRevision: expect };
}

/** Reads an option that takes a number above 0, also a broken one. */
export function numberUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (value > 0 && value <= most) return value;
    throw new InvalidArgumentError(`It takes a number above 0 and up to ${most}.`);
  };
}

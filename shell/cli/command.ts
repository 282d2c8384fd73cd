import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from 'kit/server/command-error';
import { wholeNumber } from 'kit/server/command-line';
import { nearestWord } from 'kit/server/near-words';
import type { ReleasePlatform, ReleaseStore } from '../platform/index.ts';

export interface Invocation {
  platform: ReleasePlatform;
  store: ReleaseStore;
  /** The name in the log: `--by`, or the system's user. */
  by: string;
  dryRun: boolean;
  /** Creates missing keys and rights of the site. Gives sentences about what was created. */
  foundSite: () => Promise<string[]>;
  /** Gives the key that signs preview links. */
  previewKey: () => Promise<Buffer>;
  /** Prints progress on the error stream, so that it never mixes with the answer. */
  say: (line: string) => void;
}

export interface Outcome {
  /** The text for people, without a trailing line break. */
  text: string;
  json: unknown;
  /** True makes the exit code 1. */
  failed?: boolean;
}

export type Answer = (work: (invocation: Invocation) => Promise<Outcome>) => Promise<void>;

/** Checks arguments that depend on the site. */
export interface SiteArguments {
  /** Checks that a remote is one of the site's. The refusal of any other name lists them. */
  checkRemote: (text: string) => string;
  /** Checks that the store has a release. The refusal suggests the nearest id. */
  checkHeld: (remote: string, id: string) => Promise<string>;
}

export type AddCommand = (program: CommandUnknownOpts, answer: Answer, site: SiteArguments) => void;

/** Reads an option that takes text. An empty text counts as not given. */
export function optionalText(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

export const reasonOption = ['--reason <text>', 'why, for the log (required)', optionalText] as const;

export function neededReason(what: string, reason: string | undefined): string {
  if (reason) return reason;
  throw new CommandError(`${what} needs a reason for the log: --reason "...".`);
}

/** The revision that the operator has seen, so that two people never switch at the same time. */
export const expectOption = ['--expect <revision>', 'refuse if another revision is in effect', wholeNumber(0)] as const;

/** The fields of every switch request: the person, whether it is a dry run, and the revision that was seen. */
export function commonRequest({ by, dryRun }: Invocation, { expect }: { expect?: number | undefined }) {
  return { by, dryRun, expectedRevision: expect };
}

/** Returns a parser for a number above 0, which may be a fraction. */
export function numberUpTo(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (value > 0 && value <= max) return value;
    throw new InvalidArgumentError(`It must be above 0 and at most ${max}.`);
  };
}

/** `; did you mean "activate"?` for the nearest known word, or an empty text if none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known);
  if (!nearest || nearest.distance > Math.max(2, Math.floor(nearest.word.length / 3))) return '';
  return `; did you mean "${nearest.word}"?`;
}

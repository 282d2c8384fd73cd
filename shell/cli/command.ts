import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { wholeNumber } from 'kit/server/command-line';
import { nearestWord } from 'kit/server/near-words';
import { ReleaseError, ReleaseFiles, type ReleasePlatform, type ReleaseStore } from '../platform/index.ts';

export interface Invocation {
  platform: ReleasePlatform;
  store: ReleaseStore;
  /** The name in the log: `--by`, or the system's user. */
  by: string;
  dryRun: boolean;
  environment: NodeJS.ProcessEnv;
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
interface SiteArguments {
  /** Checks that a remote is one of the site's. The refusal of any other name lists them. */
  checkRemote: (text: string) => string;
}

export type AddCommand = (program: CommandUnknownOpts, answer: Answer, site: SiteArguments) => void;

/** Reads an option that takes text. An empty text counts as not given. */
export function optionalText(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

/** The revision that the operator has seen, so that two people never switch at the same time. */
export const expectOption = ['--expect <revision>', 'refuse if another revision is in effect', wholeNumber(0)] as const;

interface SwitchOptions {
  expect?: number | undefined;
}

/** The fields of every switch request: the person, whether it is a dry run, and the revision that was seen. */
export function commonRequest({ by, dryRun }: Pick<Invocation, 'by' | 'dryRun'>, { expect }: SwitchOptions) {
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

/** Checks that a remote is one of the site's. The refusal of any other name lists them. */
export function checkRemoteOf(known: readonly string[], remote: string): string {
  if (known.includes(remote)) return remote;
  throw new ReleaseError(
    'bad-name',
    `There is no remote ${JSON.stringify(remote.slice(0, 80))}${didYouMean(remote, known) || '.'} The site has ${known.join(', ')}.`,
  );
}

/** Checks that the store has a release. The refusal suggests the nearest id. */
export async function checkHeld(store: ReleaseStore, remote: string, id: string): Promise<string> {
  ReleaseFiles.checkReleaseName(remote, id);
  const held = await store.listReleases(remote);
  if (held.includes(id)) return id;
  const hint = didYouMean(id, held) || `; "npm run release -- list ${remote}" shows those it holds.`;
  throw new ReleaseError('release-missing', `The store holds no release ${id} of ${remote}${hint}`);
}

/** `; did you mean "activate"?` for the nearest known word, or an empty text if none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known);
  if (!nearest || nearest.distance > Math.max(2, Math.floor(nearest.word.length / 3))) return '';
  return `; did you mean "${nearest.word}"?`;
}

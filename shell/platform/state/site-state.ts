import type { Composition } from 'kit/contracts/composition';
import type { RightsContent } from '../keys/rights.ts';
import type { ReleaseErrorCode } from '../release-error.ts';

/** All that is known of a site after a revision of its log: plain data that nobody changes. */
export interface SiteState {
  /** The newest revision that counts, and its hash; -1 and null before the founding. */
  revision: number;
  sha256: string | null;
  /** When that was made, ISO 8601. */
  at: string | null;
  /** Null before the founding. */
  rights: RightsContent | null;
  /** What the newest switch made of the site; null before the first one. */
  composition: Composition | null;
  /** What was before that switch, for whoever takes it back. */
  before: Pick<Composition, 'remotes' | 'siteFrozen'>;
  /** Every release that was ever live, by remote and id, with what was live before it went live the last time. */
  activations: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

export const emptySite: SiteState = {
  revision: -1,
  sha256: null,
  at: null,
  rights: null,
  composition: null,
  before: { remotes: {} },
  activations: {},
};

/** Why an act may not be done. */
export interface Refusal {
  code: ReleaseErrorCode;
  /** A whole sentence for whoever wanted it. */
  sentence: string;
}

/** Ends {@link apply} early: an act that may not be done. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(code: ReleaseErrorCode, sentence: string) {
    super(sentence);
    this.refusal = { code, sentence };
  }
}

/** What was live in a remote before a release went live the last time; undefined when that never did. */
export function activationOf(
  { activations }: Pick<SiteState, 'activations'>,
  remote: string,
  id: string,
): { from: string | null } | undefined {
  const ofRemote = (Object.hasOwn(activations, remote) && activations[remote]) || {};
  return Object.hasOwn(ofRemote, id) ? { from: ofRemote[id] ?? null } : undefined;
}

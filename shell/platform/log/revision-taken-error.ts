import { ReleaseError } from '../release-error.ts';

/** Somebody else wrote this revision first. */
export class RevisionTakenError extends ReleaseError {
  override readonly name = 'RevisionTakenError';
  readonly revision: number;

  constructor(revision: number, winner: string) {
    super('revision-taken', `Another operator was first: ${winner}. Nothing was changed; look at it and try again.`);
    this.revision = revision;
  }
}

import type { Composition } from 'kit/contracts/composition';

export type ReleaseErrorCode =
  | 'bad-name'
  | 'build-output'
  | 'gate'
  | 'keys'
  | 'nothing-to-do'
  | 'release-damaged'
  | 'release-missing'
  | 'revision-taken'
  | 'store-unreadable'
  | 'store-unwritable';

/** A refusal or failure that people read: the message is a whole sentence that names the thing and what to do. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
  readonly code: ReleaseErrorCode;

  constructor(code: ReleaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Somebody else wrote this revision first. */
export class RevisionTakenError extends ReleaseError {
  override readonly name = 'RevisionTakenError';
  readonly revision: number;

  constructor(revision: number, winner: string) {
    super('revision-taken', `Another operator was first: ${winner}. Nothing was changed; look at it and try again.`);
    this.revision = revision;
  }
}

export interface GateFinding {
  rule: string;
  problem: string;
  remedy: string;
}

/** The gate refused a release; every finding names its rule and what to do. */
export class GateRefusal extends ReleaseError {
  override readonly name = 'GateRefusal';
  readonly findings: GateFinding[];

  constructor(release: string, findings: GateFinding[]) {
    const lines = findings.map(({ rule, problem, remedy }) => `  [${rule}] ${problem}\n    To do: ${remedy}`);
    super('gate', `${release} was refused:\n${lines.join('\n')}`);
    this.findings = findings;
  }
}

/** One line for people: `#12 rollback of mf-agents to 1.0.0-0a1b2c3d by anna at 2026-11-20 18:31 UTC`. */
export function describeRevision(entry: Composition): string {
  const { revision, action, remote, to, by, at } = entry;
  return `#${revision} ${action} of ${remote} to ${to} by ${by} at ${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The code of a file system error, or null for anything else. */
export function fileErrorCode(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** What anything thrown says. */
export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message);
}

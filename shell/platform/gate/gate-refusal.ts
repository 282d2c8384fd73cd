import { ReleaseError } from '../release-error.ts';

export interface GateFinding {
  rule: string;
  problem: string;
  remedy: string;
}

/** The gate refused a release; every finding names its rule and what to do. */
export class GateRefusal extends ReleaseError {
  override readonly name = 'GateRefusal';
  readonly findings: GateFinding[];
  /** The release, as `remote id`. */
  readonly subject: string;

  /** @param notes how the gate looked, in words: that no browser was there belongs to a refusal as well. */
  constructor(release: string, findings: GateFinding[], notes: readonly string[] = []) {
    const lines = findings.map(({ rule, problem, remedy }) => `  [${rule}] ${problem}\n    To do: ${remedy}`);
    super('gate', [`${release} was refused:`, ...lines, ...notes.map((note) => `  Gate: ${note}.`)].join('\n'));
    this.findings = findings;
    this.subject = release;
  }
}

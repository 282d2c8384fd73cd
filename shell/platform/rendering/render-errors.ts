/** The server bundle of a release threw while it loaded or rendered. Rendering it again would throw again. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
}

/** The server bundle of a release hung, crashed or took too much memory; it is not run again for a while. */
export class RenderBreakdown extends Error {
  override readonly name = 'RenderBreakdown';
  readonly kind: 'timeout' | 'crash' | 'memory' | 'suspended' | 'busy' | 'unavailable';

  constructor(kind: RenderBreakdown['kind'], message: string) {
    super(message);
    this.kind = kind;
  }

  /** Whether the release is at fault: too many waiting pages, or a machine that starts no process, are not its doing. */
  get isOfRelease(): boolean {
    return this.kind !== 'busy' && this.kind !== 'unavailable';
  }
}

/** The server bundle of a release threw while it loaded or rendered. Rendering it again would throw again. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
}

/** The server bundle of a release hung, crashed or took too much memory; it is not run again for a while. */
export class RenderBreakdown extends Error {
  override readonly name = 'RenderBreakdown';
  /** `busy`: nobody's fault, too many pages were waiting. */
  readonly kind: 'timeout' | 'crash' | 'memory' | 'suspended' | 'busy';

  constructor(kind: RenderBreakdown['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

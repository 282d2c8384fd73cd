export interface RefusalWords {
  status: number;
  code: string;
  /** Seconds until a retry. */
  retryAfter?: number;
}

/** A refused call: one sentence that names what is wrong, and a stable code. */
export class SquadRefusal extends Error {
  override readonly name = 'SquadRefusal';
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | undefined;

  constructor({ status, code, retryAfter }: RefusalWords, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The refusal of a request that is not written as this site takes it. */
export function badRequest(message: string, options?: ErrorOptions): SquadRefusal {
  return new SquadRefusal({ status: 400, code: 'bad-request' }, message, options);
}

/** The refusal of a body whose digest does not match. */
export function digestRefusal(): SquadRefusal {
  return new SquadRefusal(
    { status: 400, code: 'digest' },
    'What arrived is not what was signed: its digest is another one. Something between changed it; send it again.',
  );
}

/** An answer of an object store that is none of what was asked for. */
export class BucketProblem extends Error {
  override readonly name = 'BucketProblem';
  /** 0 where no answer came. */
  readonly status: number;
  /** The store's own word for it, `SlowDown`; empty where it has none. */
  readonly code: string;

  constructor(message: string, { status = 0, code = '' }: { status?: number; code?: string } = {}, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }

  /** Another try may go better. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'RequestTimeout';
  }

  get isOfCredentials(): boolean {
    return credentialCodes.has(this.code);
  }
}

const credentialCodes = new Set([
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
  'UserSuspended',
]);

interface Asked {
  /** `s3://bucket/prefix`. */
  place: string;
  method: string;
  key: string;
}

/** One sentence on what went wrong and what to do. */
export function describeProblem(problem: BucketProblem, { place, method, key }: Asked): string {
  const answer = [problem.status, problem.code].filter(Boolean).join(' ');
  if (problem.status === 0)
    return `The release store ${place} does not answer (${problem.message}): check the network and S3_ENDPOINT.`;
  if (problem.isOfCredentials) {
    return `The release store ${place} refuses these credentials (${answer}): they have ended or are wrong. Renew AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role.`;
  }
  if (problem.code === 'NoSuchBucket')
    return `The bucket of the release store ${place} does not exist (${answer}): make it, or name another by RELEASE_STORE.`;
  if (problem.status === 403 && method === 'GET') {
    return `The release store ${place} does not let these credentials read ${key || 'its list'} (${answer}): allow s3:GetObject and s3:ListBucket. Without the right to list, AWS says this of what does not exist, too.`;
  }
  if (problem.status === 403)
    return `The release store ${place} does not let these credentials ${method} ${key} (${answer}): allow s3:PutObject and s3:DeleteObject there.`;
  return `The release store ${place} does not do ${method} ${key}: it answers ${answer || problem.message}.`;
}

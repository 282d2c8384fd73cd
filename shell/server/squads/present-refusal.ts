import type { ServerResponse } from 'node:http';
import { GateRefusal, ReleaseError } from '../../platform/index.ts';
import { type RefusalWords, SquadRefusal, toSquadWording } from './squad-refusal.ts';

const statusOf: Readonly<Record<ReleaseError['code'], number>> = {
  'bad-name': 400,
  right: 403,
  untrusted: 403,
  'release-missing': 404,
  frozen: 409,
  'nothing-to-do': 409,
  'path-in-use': 409,
  'release-damaged': 409,
  'revision-refused': 409,
  'revision-taken': 409,
  'shell-kind': 409,
  'build-output': 422,
  gate: 422,
  keys: 503,
  'store-away': 503,
  'store-credentials': 503,
  'store-unfit': 503,
  'store-unreadable': 503,
  'store-unwritable': 503,
  'write-unknown': 503,
};

/** The refusal for the caller; null for a bug of the site. */
export function presentRefusal(error: unknown): (RefusalWords & { message: string; findings?: object[] }) | null {
  if (error instanceof SquadRefusal) {
    const { status, code, message, retryAfter } = error;
    return { status, code, message, ...(retryAfter !== undefined && { retryAfter }) };
  }
  const fileCode = fileCodeOf(error);
  if (fileCode === 'ENOSPC' || fileCode === 'EDQUOT') return diskFull;
  if (!(error instanceof ReleaseError)) return null;
  const status = statusOf[error.code];
  return {
    status,
    code: error.code,
    message: error.code === 'store-unwritable' ? unwritable(fileCode) : toSquadWording(error.message),
    ...(status === 503 && { retryAfter: 5 }),
    ...(error instanceof GateRefusal && { findings: error.findings.map(forSquad) }),
  };
}

const diskFull = {
  status: 507,
  code: 'disk-full',
  message: 'The disk of this site is full: nothing was published. Tell its staff, and publish again later.',
  retryAfter: 60,
};

/** The message names no folders of the site's machine, and no remedy that only its staff could use. */
function unwritable(fileCode: string | null): string {
  const why = fileCode ? ` (${fileCode})` : '';
  return `The release store of this site cannot be written${why}. Tell its staff, and try again later.`;
}

/** The file system's error code, also of an error that the platform wrapped. */
function fileCodeOf(error: unknown): string | null {
  const failed = error instanceof ReleaseError ? error.cause : error;
  const code = typeof failed === 'object' && failed !== null && 'code' in failed ? failed.code : null;
  return typeof code === 'string' ? code : null;
}

function forSquad(finding: GateRefusal['findings'][number]) {
  return { ...finding, problem: toSquadWording(finding.problem), remedy: toSquadWording(finding.remedy) };
}

/** In milliseconds; a refused sender has this long to read the answer. */
const lingering = 1000;

/** Reads and discards what is still being sent for a moment, because closing the connection would lose the answer. */
export function closeAfterAnswer(response: ServerResponse): void {
  const { req: request } = response;
  response.setHeader('Connection', 'close');
  response.once('finish', () => {
    request.resume();
    setTimeout(() => request.destroy(), lingering).unref();
  });
}

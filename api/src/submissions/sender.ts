import { isIP } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type FormContext, formContextHeader, parseFormContext } from 'kit/contracts/form-context';
import { idempotencyHeader, idempotencyKeyPattern, replayedHeader } from 'kit/contracts/idempotency';
import { type Partner, partnerOf } from '../partners/partner.ts';
import { validationProblem } from '../validation/validation.pipe.ts';

/** Who sent a form, from where, and which try it is. */
export interface Sender {
  ip: string | null;
  userAgent: string | null;
  context: FormContext | undefined;
  idempotencyKey: string | null;
  /** Who proved it by a key. */
  partner: Partner | undefined;
  /** Marks the answer as the one that an earlier request got. */
  markReplayed(): void;
}

export const FromSender = createParamDecorator((_data: unknown, context: ExecutionContext): Sender => {
  const http = context.switchToHttp();
  return readSender(http.getRequest<Request>(), http.getResponse<Response>());
});

function readSender(request: Request, response: Response): Sender {
  const form = request.get(formContextHeader);
  return {
    ip: addressOf(request.ip),
    userAgent: request.get('User-Agent')?.slice(0, 500) ?? null,
    context: form === undefined ? undefined : parseFormContext(form),
    idempotencyKey: readKey(request.get(idempotencyHeader)),
    partner: partnerOf(response),
    markReplayed: () => response.setHeader(replayedHeader, 'true'),
  };
}

/** A proxy may pass on anything as an address. */
function addressOf(ip: string | undefined): string | null {
  const plain = ip?.split('%')[0]?.replace(/^::ffff:(?=\d+\.)/, '') ?? '';
  return isIP(plain) === 0 ? null : plain;
}

function readKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (idempotencyKeyPattern.test(key)) return key;
  const message = `The ${idempotencyHeader} header must be 8 to 255 visible ASCII characters, best a UUID.`;
  throw validationProblem([{ field: idempotencyHeader, message }]);
}

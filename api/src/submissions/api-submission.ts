import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader } from '@nestjs/swagger';
import { formContextHeader } from 'kit/contracts/form-context';
import { idempotencyDays, idempotencyHeader, replayedHeader } from 'kit/contracts/idempotency';
import { ApiProblems } from '../http/api-problems.ts';
import { ReceiptDto } from './receipt.dto.ts';

/** What every call that keeps a form has in common: 201 after COMMIT, the key, the context, the problems. */
export function ApiSubmission() {
  return applyDecorators(
    HttpCode(201),
    ApiHeader({
      name: idempotencyHeader,
      required: false,
      description: `Send the same key with each try: the form is kept once and each try gets the first answer. Remembered for ${idempotencyDays} days.`,
      schema: { type: 'string', minLength: 8, maxLength: 255, example: '5f0c1f5e-3c0c-4d5c-8a53-6b7a1f4f2b60' },
    }),
    ApiHeader({
      name: formContextHeader,
      required: false,
      description: 'What our own forms tell of themselves: page path, consent version, fill time in ms, trap value.',
      schema: { type: 'string', example: 'page=%2Fhvac&consent=1&fill=5120&trap=' },
    }),
    ApiCreatedResponse({
      type: ReceiptDto,
      description: 'Kept for good.',
      headers: {
        [replayedHeader]: {
          description: '`true` when this is the answer that an earlier request with the same key got.',
          schema: { type: 'string', enum: ['true'] },
        },
      },
    }),
    ApiProblems(400, 403, 413, 415, 422, 429, 503),
  );
}

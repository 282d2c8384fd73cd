import { applyDecorators, HttpCode } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiHeader,
  ApiProperty,
  ApiPropertyOptional,
  ApiSecurity,
} from '@nestjs/swagger';
import { formContextHeader } from 'kit/contracts/form-context';
import { idempotencyDays, idempotencyHeader, replayedHeader } from 'kit/contracts/idempotency';
import type { Receipt } from 'kit/contracts/lead';
import { ApiProblems, ApiWrongField, rateLimitHeaders } from '../problems/api-problems.ts';
import { submissionKinds } from './kinds.ts';

const letters = Object.values(submissionKinds).map(({ letter }) => letter);

export class ReceiptDto implements Receipt {
  @ApiProperty({
    format: 'uuid',
    description: 'The unique id of the form.',
    example: '0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11',
  })
  id!: string;

  @ApiProperty({
    description: 'The short name of the form. Give it to the office when you ask about the form.',
    example: 'L-7F3K9Q',
    pattern: `^[${letters.join('')}]-[0-9A-HJKMNP-TV-Z]{6}$`,
  })
  reference!: string;

  @ApiProperty({ format: 'date-time', description: 'When the form was stored.', example: '2026-11-20T09:30:00.000Z' })
  createdAt!: string;

  @ApiPropertyOptional({
    description: 'Present, and true, only for a test: nobody is told of the form.',
    example: true,
  })
  isTest?: boolean;

  @ApiPropertyOptional({
    description: 'The partner whose API key the form came with. Missing without a key.',
    example: 'acme',
  })
  partner?: string;
}

/**
 * Documents what all calls that store a form share: 201 after COMMIT, the key, the context, the problems. Its headers have
 * no example, because Swagger's page would send it: a used key, and a consent that nobody gave. `mailField` is the field in
 * the example of an invalid one.
 */
export function ApiSubmission(mailField = 'email') {
  return applyDecorators(
    HttpCode(201),
    ApiSecurity({}),
    ApiBearerAuth('partnerKey'),
    ApiHeader({
      name: idempotencyHeader,
      required: false,
      description: `Optional, 8 to 255 characters: best a new UUID for each form, like 5f0c1f5e-3c0c-4d5c-8a53-6b7a1f4f2b60. Send the same key with each try: the form is kept once, and each try gets the first answer. Keys are remembered for ${idempotencyDays} days. With an API key, keys are the partner's own, for each kind of form. Without one they are those of the network, and the same form with the same key is the same one from any network.`,
      schema: { type: 'string', minLength: 8, maxLength: 255 },
    }),
    ApiHeader({
      name: formContextHeader,
      required: false,
      description:
        'Optional, and partners do not need it. Our own forms send in it the page path, the version of the consent, the fill time in ms and the value of the trap: `page=%2Fhvac&consent=1&fill=5120&trap=`. With an API key, its consent is what the partner declares, and the office sees it as that.',
      schema: { type: 'string' },
    }),
    ApiCreatedResponse({
      type: ReceiptDto,
      description: 'The form is stored. A form that was sent before with the same key gets the same answer again.',
      headers: {
        ...rateLimitHeaders,
        [replayedHeader]: {
          description: '`true` when this is the answer that an earlier request with the same key got.',
          schema: { type: 'string', enum: ['true'] },
        },
      },
    }),
    ApiWrongField(mailField),
    ApiProblems(401, 403, 413, 415, 422, 429, 503),
  );
}

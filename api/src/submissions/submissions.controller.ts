import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Database } from '../database/database.ts';
import { partnerOf } from '../partners/partner.ts';
import { ApiNotFound, ApiProblems, rateLimitHeaders } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import type { SubmissionKind } from './kinds.ts';
import { SubmissionStatusDto } from './submission-status.dto.ts';

const unknown = 'None of your submissions has this reference.';

@ApiTags('Partners')
@Controller('submissions')
export class SubmissionsController {
  constructor(private readonly database: Database) {}

  @Get(':reference')
  @ApiOperation({
    operationId: 'readSubmission',
    summary: 'What became of a form that was sent with a key of the same partner',
  })
  @ApiBearerAuth('partnerKey')
  @ApiParam({ name: 'reference', description: 'Of the receipt, in any case.', example: 'L-7F3K9Q' })
  @ApiOkResponse({ type: SubmissionStatusDto, headers: rateLimitHeaders, description: 'How it stands.' })
  @ApiProblems(400, 401, 429, 503)
  @ApiNotFound('No form of this partner has the reference; those of others are not told apart from none.', unknown)
  async read(@Param('reference') reference: string, @Req() request: Request): Promise<SubmissionStatusDto> {
    const partner = request.res && partnerOf(request.res);
    if (!partner) throw new ProblemError(401, undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
    if (!/^[A-Z]-[0-9A-Z]{6}$/i.test(reference)) throw new ProblemError(404, unknown);
    const [row] = await this.database.run<StatusRow>(findStatus, [reference.toUpperCase(), partner.name]);
    if (!row) throw new ProblemError(404, unknown);
    return presentStatus(row);
  }
}

interface StatusRow extends Record<string, unknown> {
  id: string;
  reference: string;
  kind: SubmissionKind;
  created_at: Date;
  is_test: boolean;
  delivered_at: Date | null;
  returned_at: Date | null;
  return_reason: string | null;
  purged_at: Date | null;
  is_duplicate: boolean;
}

const phoneOf = (row: string) => `right(regexp_replace(${row}.payload->>'phone', '\\D', '', 'g'), 10)`;

const earlierWith = (same: string) => `
      exists (
        select from submissions earlier
        where earlier.kind = 'lead' and not earlier.is_test and earlier.quarantine_reason is null
          and earlier.created_at < sent.created_at and earlier.created_at >= sent.created_at - interval '30 days'
          and ${same}
      )`;

/** Finds a form of one partner ($2) only. */
const findStatus = `
    select id, reference, kind, created_at, is_test, returned_at, return_reason, purged_at,
      (
        select coalesce(delivered_at, (
          -- The office may have it sent once more: it was delivered all the same.
          select min(tried_at) from delivery_tries where delivery_id = deliveries.id and outcome = 'delivered'
        )) from deliveries where submission_id = sent.id and channel = 'mail'
      ) as delivered_at,
      kind = 'lead' and not is_test and (
        ${earlierWith(`lower(earlier.payload->>'email') = lower(sent.payload->>'email')`)}
        or ${earlierWith(`${phoneOf('earlier')} = ${phoneOf('sent')}`)}
      ) as is_duplicate
    from submissions sent where reference = $1 and partner = $2`;

function presentStatus(row: StatusRow): SubmissionStatusDto {
  return {
    id: row.id,
    reference: row.reference,
    createdAt: row.created_at.toISOString(),
    ...(row.is_test ? { isTest: true } : {}),
    kind: row.kind,
    status: statusOf(row),
    isDuplicate: row.is_duplicate,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    returnedAt: row.returned_at?.toISOString() ?? null,
    reason: row.return_reason,
  };
}

function statusOf(row: StatusRow): SubmissionStatusDto['status'] {
  if (row.purged_at) return 'erased';
  if (row.returned_at) return 'returned';
  return row.delivered_at ? 'delivered' : 'accepted';
}

import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Database } from '../database/database.ts';
import { partnerOf } from '../partners/partner.ts';
import { ApiNotFound, ApiProblems, rateLimitHeaders } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { findStatus, presentStatus, type StatusRow } from './find-status.ts';
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

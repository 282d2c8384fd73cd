import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Request } from 'express';
import { Database } from '../database/database.ts';
import { requirePartner } from '../partners/partner-keys.ts';
import { ApiNotFound, ApiProblems, ApiWrongField, rateLimitHeaders } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { PageLimit, validationProblem } from '../validation/form-validation.ts';
import { ReceiptDto } from './api-submission.ts';
import { type SubmissionKind, submissionKinds } from './kinds.ts';

const submissionStates = ['accepted', 'delivered', 'returned', 'erased'] as const;

class SubmissionStatusDto extends ReceiptDto {
  @ApiProperty({ enum: Object.keys(submissionKinds), description: 'The kind of form.', example: 'lead' })
  kind!: SubmissionKind;

  @ApiProperty({
    enum: [...submissionStates],
    description:
      '`accepted`: kept, and on its way to the office. `delivered`: the office has it, since `deliveredAt`. `returned`: the office gave it back, and `reason` says why. `erased`: what it held was erased, as the person asked or after the time that the office keeps forms. A test stays `accepted`.',
    example: 'delivered',
  })
  status!: (typeof submissionStates)[number];

  @ApiProperty({
    description:
      'Whether somebody sent a lead with this e-mail address or phone number in the 30 days before. A phone number counts if it has at least ten digits. It is delivered all the same.',
    example: false,
  })
  isDuplicate!: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the office got it.',
    example: '2026-11-20T09:30:01.000Z',
  })
  deliveredAt!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the office gave it back.',
    example: null,
  })
  returnedAt!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it was returned.', example: null })
  reason!: string | null;
}

const pageLimits = { max: 100, default: 50 };

const limitMessage = 'Please ask for 1 to 100 forms at a time.';
const cursorMessage = 'This cursor is not known: use the nextCursor of an earlier answer, or none.';

class SubmissionPageQuery {
  @PageLimit(pageLimits, 'How many forms the answer has at most.', limitMessage)
  limit: number = pageLimits.default;

  @ApiProperty({
    required: false,
    maxLength: 100,
    description: 'The `nextCursor` of the answer before. Without it, the answer has the newest forms.',
  })
  @IsOptional()
  @IsString({ message: cursorMessage })
  @MaxLength(100, { message: cursorMessage })
  cursor?: string;
}

class SubmissionPageDto {
  @ApiProperty({ type: [SubmissionStatusDto], description: 'The newest first.' })
  submissions!: SubmissionStatusDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `cursor` of the next page. It is null on the last page.',
    example: 'MTc5NTIwMDAwMDAwMDAwMC4wMTk5YzBkZS03ZDFlLTdjMzMtOWQ2Zi0xZjBhNGEyZjhiMTE',
  })
  nextCursor!: string | null;
}

const unknown = 'None of your submissions has this reference.';

@ApiTags('Partners')
@Controller('submissions')
export class SubmissionsController {
  constructor(private readonly database: Database) {}

  @Get()
  @ApiOperation({
    operationId: 'listSubmissions',
    summary: 'The forms that were sent with keys of the same partner, page by page',
    description:
      'The newest form comes first. A live key lists all forms of its partner, and a test key lists its tests. A form that arrives while you read changes no later page.',
  })
  @ApiBearerAuth('partnerKey')
  @ApiOkResponse({ type: SubmissionPageDto, headers: rateLimitHeaders, description: 'One page of forms.' })
  @ApiWrongField('limit', limitMessage)
  @ApiProblems(401, 429, 503)
  async list(@Query() { limit, cursor }: SubmissionPageQuery, @Req() request: Request): Promise<SubmissionPageDto> {
    const { name, isTest } = requirePartner(request);
    const [micros, id] = cursor === undefined ? [null, null] : placeOf(cursor);
    // One more than the page shows whether there is another page.
    const rows = await this.database.run<StatusRow>(findPage, [name, isTest, micros, id, limit + 1]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      submissions: shown.map(presentStatus),
      nextCursor: last && rows.length > limit ? cursorOf(last) : null,
    };
  }

  @Get(':reference')
  @ApiOperation({
    operationId: 'readSubmission',
    summary: 'What became of a form that was sent with a key of the same partner',
    description: 'A test key reads tests alone.',
  })
  @ApiBearerAuth('partnerKey')
  @ApiParam({
    name: 'reference',
    description: 'The reference of the receipt, in upper or lower case.',
    example: 'L-7F3K9Q',
  })
  @ApiOkResponse({ type: SubmissionStatusDto, headers: rateLimitHeaders, description: 'The status of the form.' })
  @ApiProblems(400, 401, 429, 503)
  @ApiNotFound('No form that this key may read has the reference.', unknown)
  async read(@Param('reference') reference: string, @Req() request: Request): Promise<SubmissionStatusDto> {
    const { name, isTest } = requirePartner(request);
    if (!/^[A-Z]-[0-9A-Z]{6}$/i.test(reference)) throw new ProblemError(404, unknown);
    const [row] = await this.database.run<StatusRow>(findStatus, [name, isTest, reference.toUpperCase()]);
    if (!row) throw new ProblemError(404, unknown);
    return presentStatus(row);
  }
}

/** PostgreSQL's microseconds and the id, because several forms may have the same time. */
function cursorOf({ micros, id }: StatusRow): string {
  return Buffer.from(`${micros}.${id}`).toString('base64url');
}

function placeOf(cursor: string): [micros: string, id: string] {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, micros, id] = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (micros === undefined || id === undefined) {
    throw validationProblem([{ field: 'cursor', message: cursorMessage }]);
  }
  return [micros, id];
}

interface StatusRow extends Omit<SubmissionStatusDto, 'createdAt' | 'deliveredAt' | 'returnedAt' | 'isTest'> {
  micros: string;
  createdAt: Date;
  deliveredAt: Date | null;
  returnedAt: Date | null;
  isTest: boolean;
}

/** As the index of phones has it, so that another spelling, also with the country's 1, is the same number. */
const phoneOf = (row: string) => `right(regexp_replace(${row}.payload->>'phone', '\\D', '', 'g'), 10)`;

const earlierWith = (same: string) => `
      exists (
        select from submissions earlier
        where earlier.kind = 'lead' and not earlier.is_test and earlier.quarantine_reason is null
          and earlier.created_at < sent.created_at and earlier.created_at >= sent.created_at - interval '30 days'
          and ${same}
      )`;

/** The status of each form that `sent`, a `from` item, leaves. */
const statusOfEach = (sent: string) => `
    select id, reference, created_at as "createdAt", is_test as "isTest", kind,
      case when purged_at is not null then 'erased' when returned_at is not null then 'returned'
        when delivered_at is not null then 'delivered' else 'accepted' end as status,
      kind = 'lead' and not is_test and (
        ${earlierWith(`lower(earlier.payload->>'email') = lower(sent.payload->>'email')`)}
        or length(${phoneOf('sent')}) = 10 and ${earlierWith(`${phoneOf('earlier')} = ${phoneOf('sent')}`)}
      ) as "isDuplicate",
      delivered_at as "deliveredAt", returned_at as "returnedAt", return_reason as reason,
      (extract(epoch from created_at) * 1000000)::bigint::text as micros
    from ${sent} left join lateral (
      select coalesce(delivered_at, (
        -- The office may have it sent once more: it was delivered all the same.
        select min(tried_at) from delivery_tries where delivery_id = deliveries.id and outcome = 'delivered'
      )) as delivered_at from deliveries where submission_id = sent.id and channel = 'mail'
    ) as mail on true`;

/** The forms that a key may read: those of its partner ($1), and with a test key ($2) the tests among them. */
const ownForms = 'partner = $1 and (is_test or not $2::boolean)';

const findStatus = `${statusOfEach('submissions sent')} where ${ownForms} and reference = $3`;

/** Those before a place ($3, $4), the newest first. */
const findPage = `${statusOfEach(`(
      select * from submissions
      where ${ownForms} and ($3::bigint is null or (created_at, id) <
        (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid))
      order by created_at desc, id desc limit $5
    ) sent`)} order by created_at desc, id desc`;

function presentStatus({ micros: _, isTest, ...row }: StatusRow): SubmissionStatusDto {
  return {
    ...row,
    ...(isTest ? { isTest } : {}),
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
  };
}

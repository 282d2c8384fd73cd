import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { kindNames, type SubmissionKind } from '../submissions/kinds.ts';
import { PageLimit } from '../validation/form-validation.ts';

const urlMessage =
  'Please give the address of your endpoint, which begins with https:// and has at most 2000 characters.';
const kindsMessage = 'Please list kinds of forms, each of them once, or leave kinds out for all of them.';
const hoursMessage = 'Please give the hours for which the old secret still signs: 0 to 720.';
export const eventsMessage = 'Please ask for 1 to 100 forms.';
const allowed = { context: { allowed: kindNames } };

export class WebhookSettingsDto {
  @ApiProperty({
    maxLength: 2000,
    description: 'Where events are posted to: a public address that begins with `https://`, without a password in it.',
    example: 'https://partner.example/webhooks',
  })
  @IsString({ message: urlMessage })
  @MaxLength(2000, { message: urlMessage })
  url!: string;

  @ApiProperty({
    required: false,
    nullable: true,
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { type: 'string', enum: kindNames },
    description: 'The kinds of forms whose events you want. Without it, you get those of all forms that you send.',
    example: ['lead'],
  })
  @IsOptional()
  @IsArray({ message: kindsMessage, ...allowed })
  @ArrayMinSize(1, { message: kindsMessage, ...allowed })
  @ArrayUnique({ message: kindsMessage, ...allowed })
  @IsIn(kindNames, { each: true, message: kindsMessage, ...allowed })
  kinds?: SubmissionKind[] | null;
}

export class SecretSettingsDto {
  @ApiProperty({
    required: false,
    nullable: true,
    type: 'integer',
    minimum: 0,
    maximum: 720,
    default: 24,
    description: 'For how many hours the old secret signs beside the new one. Take 0 if it leaked.',
    example: 24,
  })
  @IsOptional()
  @IsInt({ message: hoursMessage })
  @Min(0, { message: hoursMessage })
  @Max(720, { message: hoursMessage })
  hours?: number | null;
}

export class EventsQuery {
  @PageLimit({ max: 100, default: 20 }, 'How many of your newest forms the events are of.', eventsMessage)
  limit: number = 20;
}

export class WebhookDto {
  @ApiProperty({ description: 'Where events are posted to.', example: 'https://partner.example/webhooks' })
  url!: string;

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'The kinds of forms whose events are posted; null for all.',
    example: ['lead'],
  })
  kinds!: string[] | null;

  @ApiProperty({
    enum: ['works', 'unavailable', 'untried'],
    description:
      'What the last try gave, of an event or of a test: `unavailable` when the endpoint did not take it, and while events wait for it. `untried` when nothing was posted since the endpoint was set.',
    example: 'works',
  })
  state!: 'works' | 'unavailable' | 'untried';

  @ApiProperty({ type: 'integer', description: 'How many events wait.', example: 0 })
  waiting!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last try failed.', example: null })
  lastError!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when the secret before signs beside the present one.',
    example: null,
  })
  oldSecretUntil!: string | null;

  @ApiProperty({
    required: false,
    description: 'Signs the events. It is shown when the endpoint or the secret is new, and not again.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  })
  secret?: string;
}

export class WebhookTestedDto {
  @ApiProperty({ description: 'Whether the endpoint answered with a 2xx.', example: true })
  taken!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Why it was not taken.', example: null })
  error!: string | null;

  @ApiProperty({ type: 'integer', description: 'How long it took, in milliseconds.', example: 84 })
  ms!: number;

  @ApiProperty({ description: 'The `webhook-id` of the event.', example: 'msg_0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11' })
  id!: string;
}

class SignedEventDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The headers of the event. They are signed now, so that a receiver takes the event for some minutes.',
    example: {
      'content-type': 'application/json',
      'webhook-id': 'msg_0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11',
      'webhook-timestamp': '1795200000',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
  })
  headers!: Record<string, string>;

  @ApiProperty({
    description: 'The body of the event, byte for byte as it is signed.',
    example: '{"type":"lead.created","timestamp":"2026-11-20T09:30:00.000Z","data":{}}',
  })
  body!: string;
}

export class WebhookEventsDto {
  @ApiProperty({ type: [SignedEventDto], description: 'The oldest first.' })
  events!: SignedEventDto[];
}

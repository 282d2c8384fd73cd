import { Body, Controller, Delete, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { LimitWebhookTests } from '../limits/rate-limits.ts';
import {
  ApiNeedsLiveKey,
  ApiNotFound,
  ApiProblems,
  ApiWrongField,
  needsLiveKey,
  rateLimitHeaders,
} from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { validationProblem } from '../validation/form-validation.ts';
import { type Partner, requirePartner } from './partner-keys.ts';
import {
  EventsQuery,
  eventsMessage,
  SecretSettingsDto,
  WebhookDto,
  WebhookEventsDto,
  WebhookSettingsDto,
  WebhookTestedDto,
} from './webhook.dto.ts';
import { noEndpoint, WebhookService } from './webhook.service.ts';

const headers = rateLimitHeaders;
const without = 'This partner has set no endpoint.';

@ApiTags('Partners')
@ApiBearerAuth('partnerKey')
@Controller('webhook')
export class WebhookController {
  constructor(private readonly webhook: WebhookService) {}

  @Get()
  @ApiOperation({ operationId: 'readWebhook', summary: 'Your own webhook endpoint, and whether it works' })
  @ApiOkResponse({ type: WebhookDto, headers, description: 'The state of the endpoint.' })
  @ApiNotFound(without, noEndpoint)
  @ApiNeedsLiveKey()
  @ApiProblems(401, 429, 503)
  read(@Req() request: Request): Promise<WebhookDto> {
    return this.webhook.read(livePartner(request));
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'setWebhook',
    summary: 'Set your own webhook endpoint, or change it',
    description:
      'It gets what you send from the next form on. The first answer has the `secret`; a change of the address keeps it. A test key may not do this, because the endpoint gets real leads.',
  })
  @ApiOkResponse({ type: WebhookDto, headers, description: 'The endpoint is set.' })
  @ApiWrongField('url', 'The address must begin with https://.')
  @ApiNeedsLiveKey()
  @ApiProblems(401, 409, 413, 415, 429, 503)
  set(@Body() { url, kinds }: WebhookSettingsDto, @Req() request: Request): Promise<WebhookDto> {
    return this.webhook.set(livePartner(request), url, kinds ?? null);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ operationId: 'removeWebhook', summary: 'Remove your own webhook endpoint with the events that wait' })
  @ApiNoContentResponse({ headers, description: 'The endpoint is removed.' })
  @ApiNotFound(without, noEndpoint)
  @ApiNeedsLiveKey()
  @ApiProblems(400, 401, 429, 503)
  remove(@Req() request: Request): Promise<void> {
    return this.webhook.remove(livePartner(request));
  }

  @Post('secret')
  @HttpCode(200)
  @ApiOperation({ operationId: 'rotateWebhookSecret', summary: 'Replace the secret of your own webhook endpoint' })
  @ApiOkResponse({ type: WebhookDto, headers, description: 'The new secret, which is not shown again.' })
  @ApiWrongField('hours', 'Please give the hours for which the old secret still signs: 0 to 720.')
  @ApiNotFound(without, noEndpoint)
  @ApiNeedsLiveKey()
  @ApiProblems(401, 413, 415, 429, 503)
  rotate(@Body() { hours }: SecretSettingsDto, @Req() request: Request): Promise<WebhookDto> {
    return this.webhook.rotate(livePartner(request), hours ?? 24);
  }

  @Post('test')
  @HttpCode(200)
  @LimitWebhookTests()
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Post an event of the type webhook.test to your own endpoint now',
    description: 'The body is an empty object. It takes up to 15 seconds, and ten tests a minute are possible.',
  })
  @ApiBody({ schema: { type: 'object', maxProperties: 0, example: {} } })
  @ApiOkResponse({ type: WebhookTestedDto, headers, description: 'What the endpoint answered.' })
  @ApiNotFound(without, noEndpoint)
  @ApiNeedsLiveKey()
  @ApiProblems(400, 401, 413, 415, 429, 503)
  test(@Body() body: object, @Req() request: Request): Promise<WebhookTestedDto> {
    const partner = livePartner(request);
    const unknown = Object.keys(body).map((field) => ({
      field,
      message: 'The test takes no settings: send an empty object.',
    }));
    if (unknown.length > 0) throw validationProblem(unknown);
    return this.webhook.test(partner);
  }

  @Get('events')
  @ApiOperation({
    operationId: 'readWebhookEvents',
    summary: 'The events of your newest forms, signed, to replay on your own machine',
    description:
      'Tests are among them. Post each `body` with its `headers` to your receiver: the guide has a program that does it.',
  })
  @ApiOkResponse({ type: WebhookEventsDto, headers, description: 'The events.' })
  @ApiWrongField('limit', eventsMessage)
  @ApiNotFound(without, noEndpoint)
  @ApiNeedsLiveKey()
  @ApiProblems(401, 429, 503)
  events(@Query() { limit }: EventsQuery, @Req() request: Request): Promise<WebhookEventsDto> {
    return this.webhook.events(livePartner(request), limit);
  }
}

/** A test key is on more machines than a live key, and an endpoint receives real leads. */
function livePartner(request: Request): Partner {
  const partner = requirePartner(request);
  if (!partner.isTest) return partner;
  throw new ProblemError(403, needsLiveKey);
}

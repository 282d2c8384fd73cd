import { Controller, Get, Inject, Injectable } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Database } from '../database/database.ts';
import { ApiProblems } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';

/** Whether this process is about to stop, so that a load balancer sends it no more requests. */
@Injectable()
export class Stopping {
  begun = false;
}

class HealthDto {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status!: 'ok';
}

const ok: HealthDto = { status: 'ok' };

@ApiTags('Health')
@SkipThrottle()
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly stopping: Stopping,
  ) {}

  @Get('live')
  @ApiOperation({ operationId: 'isLive', summary: 'The process answers, whatever the database does' })
  @ApiOkResponse({ type: HealthDto, description: 'The process answers' })
  @ApiProblems(400)
  live(): HealthDto {
    return ok;
  }

  @Get('ready')
  @ApiOperation({ operationId: 'isReady', summary: 'The process answers and so does its database' })
  @ApiOkResponse({ type: HealthDto, description: 'Forms can be kept' })
  @ApiProblems(400, 503)
  async ready(): Promise<HealthDto> {
    if (this.stopping.begun) throw new ProblemError(503, undefined, { headers: { 'Retry-After': '5' } });
    await this.database.ping();
    return ok;
  }
}

class IndexDto {
  @ApiProperty({ example: 'Beaconfield API' })
  name!: string;

  @ApiProperty({ description: 'For people.', example: '/api/docs' })
  docs!: string;

  @ApiProperty({ description: 'The guide for partners.', example: '/api/guide' })
  guide!: string;

  @ApiProperty({ description: 'For machines: OpenAPI 3.1.', example: '/api/openapi.json' })
  openapi!: string;

  @ApiProperty({ example: '/api/health/ready' })
  health!: string;
}

@ApiTags('Health')
@SkipThrottle()
@Controller()
export class IndexController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  @ApiOperation({ operationId: 'readIndex', summary: 'What this is and where to read about it' })
  @ApiOkResponse({ type: IndexDto, description: 'Where documentation and health are' })
  @ApiProblems(400)
  read(): IndexDto {
    const name = `${this.settings.site.brand} API`;
    return { name, docs: '/api/docs', guide: '/api/guide', openapi: '/api/openapi.json', health: '/api/health/ready' };
  }
}

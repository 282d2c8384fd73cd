import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Database } from '../database/database.ts';
import { ApiProblems } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { Stopping } from './stopping.ts';

export class HealthDto {
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

import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { ApiProblems } from '../problems/api-problems.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { IndexDto } from './index.dto.ts';

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

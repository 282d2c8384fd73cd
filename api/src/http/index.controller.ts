import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { ApiProblems } from '../problems/api-problems.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';

export class IndexDto {
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

import { ApiProperty } from '@nestjs/swagger';

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

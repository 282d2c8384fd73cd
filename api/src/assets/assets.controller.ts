import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Response } from 'express';
import { ApiNotFound, ApiProblems } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';

const imageName = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.(?:png|jpe?g|webp|avif|gif|svg)$/;
const shipped = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'assets');

@ApiTags('Agents')
@SkipThrottle()
@Controller('assets')
export class AssetsController {
  private readonly folders: string[];

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.folders = [join(settings.dataDir, 'assets'), shipped];
  }

  @Get(':file')
  @ApiOperation({
    operationId: 'readAsset',
    summary: 'An image: of the office (DATA_DIR/assets), else one that we ship',
  })
  @ApiParam({ name: 'file', description: 'The name of the image file.', example: 'agent-profile.svg' })
  @ApiOkResponse({
    description: 'The image.',
    content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiProblems(400)
  @ApiNotFound('No image has this name.', 'There is no such image.')
  read(@Param('file') file: string, @Res() response: Response): void {
    const root = imageName.test(file) && this.folders.find((folder) => existsSync(join(folder, file)));
    if (!root) throw new ProblemError(404, 'There is no such image.');
    response.sendFile(file, { root, maxAge: '1h', dotfiles: 'ignore' });
  }
}

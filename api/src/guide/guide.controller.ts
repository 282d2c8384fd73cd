import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request } from 'express';
import { originOf } from '../http/public-origin.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { renderGuide } from './render-guide.ts';

/** A page for people, so the OpenAPI document leaves it out. */
@ApiExcludeController()
@SkipThrottle()
@Controller('guide')
export class GuideController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  read(@Req() request: Request): string {
    const { brand, publicOrigin } = this.settings.site;
    return renderGuide({ brand, origin: originOf(request, publicOrigin) });
  }
}

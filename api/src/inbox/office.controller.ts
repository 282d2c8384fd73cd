import { pipeline } from 'node:stream/promises';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { officeHeader, officePath } from 'kit/contracts/office';
import { ProblemError } from '../problems/problem-error.ts';
import { OfficeDesk, Pieces } from './office-desk.ts';

/** For shell servers, which ask it directly: what a proxy passes on is not answered. */
@ApiExcludeController()
@SkipThrottle()
@Controller(officePath.slice(1))
export class OfficeController {
  constructor(private readonly desk: OfficeDesk) {}

  @Post()
  @HttpCode(200)
  async answer(@Body() body: { sealed?: unknown }, @Req() request: Request, @Res() response: Response): Promise<void> {
    const isPassedOn = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (isPassedOn || !this.desk.isOpen) throw new ProblemError(404, `There is nothing at POST ${officePath}.`);
    response.setHeader(officeHeader, 'open');
    response.setHeader('Cache-Control', 'no-store');
    const answer = await this.desk.answer(body.sealed);
    if (!(answer instanceof Pieces)) {
      response.json(answer);
      return;
    }
    response.setHeader('Content-Type', 'application/octet-stream');
    // At once: an export reads everything before its first line, and whoever asked gives up without an answer.
    response.flushHeaders();
    // Whoever asked may go away in the middle.
    await pipeline(answer.content, response).catch(() => response.destroy());
  }
}

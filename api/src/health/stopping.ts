import { Injectable } from '@nestjs/common';

/** Whether this process is about to end: a balancer that asks is told to send nothing more. */
@Injectable()
export class Stopping {
  begun = false;
}

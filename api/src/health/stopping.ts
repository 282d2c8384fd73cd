import { Injectable } from '@nestjs/common';

/** Whether this process is about to stop, so that a load balancer sends it no more requests. */
@Injectable()
export class Stopping {
  begun = false;
}

import type { Migration } from '../migrate.ts';

export const traces: Migration = {
  name: '003-traces',
  up: async ({ context }) => {
    // The W3C trace context of the request, so that the deliveries of a form are part of its trace.
    await context.query("set local lock_timeout = '5s'; alter table submissions add column traceparent text");
  },
};

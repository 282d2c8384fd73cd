import * as z from 'zod/mini';

// What people type for `new Date`, which alone makes 2 March of 30 February, and a day of 2001 of a 5.

export const dayText = z.iso.date();

/** Without a zone the moment would depend on the machine. */
export const momentText = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: z.TimePrecision.Minute }),
]);

/** HVAC: how requests follow the temperature. It is labelled as an example. */
export const heatWeek = {
  title: 'The first heat week',
  lead: 'Nobody thinks about the AC until the third hot day. Your ads wait for it.',
  days: [
    { day: 'Mon', high: 84, requests: 2, note: 0 },
    { day: 'Tue', high: 88, requests: 3, note: 0 },
    { day: 'Wed', high: 93, requests: 5, note: 0 },
    { day: 'Thu', high: 99, requests: 9, note: 1 },
    { day: 'Fri', high: 103, requests: 14, note: 1 },
    { day: 'Sat', high: 104, requests: 16, note: 2 },
    { day: 'Sun', high: 97, requests: 11, note: 1 },
  ],
  most: 16,
  notes: [
    ['Until Wednesday', 'Maintenance ads only; most of the budget waits.'],
    ['From Thursday', 'Repair ads take over and follow the forecast.'],
    ['At your limit', 'The ads pause, so you never have to turn a caller away.'],
  ],
  slide: 'Slide through the week',
  caption: 'An example: one metro area in June. Each bar shows the requests of a day, with the day’s high below it.',
} as const;

/** Roofing: one storm, from the hail to the roofer's visit. It is labelled as an example. */
export const stormRoute = {
  title: 'One storm, hour by hour',
  lead: 'The first roofer on the street signs most of it. This is how you get there first.',
  stops: [
    { when: 'Sat 5:40 PM', what: 'Hail the size of golf balls crosses three ZIP codes west of town.' },
    { when: 'Sat 7:00 PM', what: 'Your ads go live in those three, and nowhere else.' },
    { when: 'Sun 8:10 AM', what: 'An owner finds granules in the gutter and asks for an inspection.' },
    { when: 'Sun 8:11 AM', what: 'Phone and email check out, so the request is on your phone and nobody else’s.' },
    { when: 'Sun 10:30 AM', what: 'You are on the roof.' },
  ],
  sheet: {
    title: 'What you know before you climb',
    items: [
      'Address and number of stories',
      'Age and kind of roof',
      'Day of the storm',
      'Water inside, or not yet',
      'Insurer, and whether a claim is open',
      'Who lets you in, and when',
    ],
  },
  caption: 'An example. Storms keep no schedule, but the order stays the same.',
} as const;

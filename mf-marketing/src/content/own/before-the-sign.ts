/** Real estate: who knows about a house, week by week. It is labelled as an example. */
export const beforeTheSign = {
  title: 'Nine weeks before the sign',
  lead: 'Once there is a sign in the yard, you bid against everyone. We work in the weeks before.',
  weeks: [
    { when: 'Week 1', what: 'A house is inherited three states away.', who: 'Knows: the family', dots: 1 },
    {
      when: 'Week 4',
      what: 'The second tax bill comes. Someone types “sell my house as is”.',
      who: 'Knows: one owner',
      dots: 1,
    },
    {
      when: 'That evening',
      what: 'Address, condition and reason are on your phone.',
      who: 'Knows: the owner and you',
      dots: 2,
    },
    { when: 'Week 9', what: 'Without you, an agent would plant the sign.', who: 'Knows: the whole town', dots: 8 },
  ],
  caption: 'An example. Some houses take a weekend and some take a year; the order is the same.',
} as const;

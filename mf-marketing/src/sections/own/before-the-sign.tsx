import { chakra } from 'kit/ui';
import { useState } from 'react';
import { Slider } from './slider.tsx';

/** Real estate: the people who know about a house, week by week. It is labelled as an example. */
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
  slide: 'Slide through the weeks',
  caption: 'An example. Some houses take a weekend and some take a year; the order is the same.',
} as const;

const Street = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
    gap: { base: '8', lg: '0' },
    '& > li': {
      borderTop: '3px solid',
      borderColor: 'line',
      paddingTop: '5',
      paddingRight: { lg: '6' },
      display: 'flex',
      flexDirection: 'column',
      gap: '2',
    },
    // The evening on which only two people know about the house.
    '& > li:nth-child(3)': { borderColor: 'accent' },
    // The weeks that are still to come.
    '& > [data-ahead]': { opacity: '0.5' },
    '& h3': { textStyle: 'h3' },
    '& b': { marginTop: 'auto', paddingTop: '3' },
    '& span': { color: 'accent', fontSize: 'xl', lineHeight: '1', letterSpacing: '2px' },
  },
});

const Caption = chakra('figcaption', { base: { color: 'muted', fontSize: 'sm' } });

export function BeforeTheSign() {
  const { weeks, slide, caption } = beforeTheSign;
  const [shown, setShown] = useState(weeks.length - 1);
  const now = weeks[shown] ?? weeks[0];
  return (
    <figure>
      <Street role="list">
        {weeks.map(({ when, what, who, dots }, index) => (
          <li key={when} data-ahead={index > shown ? '' : undefined}>
            <h3>{when}</h3>
            <p>{what}</p>
            <b>{who}</b>
            <span aria-hidden>{'●'.repeat(dots)}</span>
          </li>
        ))}
      </Street>
      <Slider
        label={slide}
        max={weeks.length - 1}
        value={shown}
        valueText={`${now.when}. ${now.who}`}
        onChange={setShown}
      />
      <Caption>{caption}</Caption>
    </figure>
  );
}

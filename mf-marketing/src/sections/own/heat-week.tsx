import { chakra } from 'kit/ui';
import { type CSSProperties, useState } from 'react';
import { Slider } from './slider.tsx';

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

const Chart = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    columnGap: { base: '1', md: '4' },
    alignItems: 'end',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
    '& i': {
      display: 'block',
      height: 'calc(var(--share) * 13rem)',
      background: 'accent',
      opacity: 'calc(0.35 + var(--share) * 0.65)',
      forcedColorAdjust: 'none',
    },
    // The days that are still to come.
    '& [data-ahead]': { opacity: '0.3' },
    '& b': { textStyle: { base: 'h4', md: 'h3' } },
    '& span': { color: 'muted', fontSize: 'sm' },
  },
});

export function HeatWeek() {
  const { days, most, notes, slide, caption } = heatWeek;
  const [shown, setShown] = useState(days.length - 1);
  const today = days[shown] ?? days[0];
  return (
    <figure>
      <Chart role="list">
        {days.map(({ day, high, requests }, index) => (
          <li
            key={day}
            data-ahead={index > shown ? '' : undefined}
            style={{ '--share': requests / most } as CSSProperties /* a custom property is no known key */}
          >
            <b>{requests}</b>
            <i />
            <span>
              {day} {high}°
            </span>
          </li>
        ))}
      </Chart>
      <Slider
        label={slide}
        max={days.length - 1}
        value={shown}
        valueText={`${today.day}, ${today.high}°, ${today.requests} requests`}
        onChange={setShown}
      />
      <Notes items={notes} current={today.note} caption={caption} />
    </figure>
  );
}

const Root = chakra('figcaption', {
  base: {
    '& dl': { display: 'grid', gap: '6', gridTemplateColumns: { md: 'repeat(3, minmax(0, 1fr))' }, columnGap: '10' },
    '& dl > div': { borderTop: '2px solid', borderColor: 'line', paddingTop: '3' },
    '& [aria-current]': { borderColor: 'accent' },
    '& dt': { textStyle: 'h4' },
    '& dd, & p': { color: 'muted' },
    '& p': { fontSize: 'sm', marginTop: '6' },
  },
});

interface NotesProps {
  items: readonly (readonly [term: string, text: string])[];
  current: number;
  caption: string;
}

function Notes({ items, current, caption }: NotesProps) {
  return (
    <Root>
      <dl>
        {items.map(([term, text], index) => (
          <div key={term} aria-current={index === current ? true : undefined}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>{caption}</p>
    </Root>
  );
}

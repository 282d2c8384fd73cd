import { chakra } from 'kit/ui';
import { type CSSProperties, useState } from 'react';
import { heatWeek } from '../../content/own/heat-week.ts';
import { Notes } from './notes.tsx';

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

const Slider = chakra('label', {
  base: {
    display: 'block',
    marginBlock: '4 2.5rem',
    color: 'muted',
    fontSize: 'sm',
    '& input': { display: 'block', width: '100%', height: '2.75rem', accentColor: 'var(--k-colors-accent)' },
  },
});

/** A week of requests under the day's high, and a slider that goes through it. */
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
      <Slider>
        {slide}
        <input
          type="range"
          min={0}
          max={days.length - 1}
          value={shown}
          aria-valuetext={`${today.day}, ${today.high}°, ${today.requests} requests`}
          onChange={({ target }) => setShown(target.valueAsNumber)}
        />
      </Slider>
      <Notes items={notes} current={today.note} caption={caption} />
    </figure>
  );
}

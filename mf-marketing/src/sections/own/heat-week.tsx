import { chakra } from 'kit/ui';
import type { CSSProperties } from 'react';
import { heatWeek } from '../../content/own/heat-week.ts';
import { Notes } from './notes.tsx';

const Chart = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    columnGap: { base: '1', md: '4' },
    alignItems: 'end',
    marginBottom: '10',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
    '& i': {
      display: 'block',
      height: 'calc(var(--share) * 13rem)',
      background: 'accent',
      opacity: 'calc(0.35 + var(--share) * 0.65)',
      forcedColorAdjust: 'none',
    },
    '& b': { textStyle: { base: 'h4', md: 'h3' } },
    '& span': { color: 'muted', fontSize: 'sm' },
  },
});

/** A week of requests below each day's high temperature. */
export function HeatWeek() {
  const { days, most, notes, caption } = heatWeek;
  return (
    <figure>
      <Chart role="list">
        {days.map(({ day, high, requests }) => (
          <li key={day} style={{ '--share': requests / most } as CSSProperties /* no custom properties in the types */}>
            <b>{requests}</b>
            <i />
            <span>
              {day} {high}°
            </span>
          </li>
        ))}
      </Chart>
      <Notes items={notes} caption={caption} />
    </figure>
  );
}

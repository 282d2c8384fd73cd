// By its public name: each remote that shows a call brings this file, and not Chakra with it.
import { chakra } from 'kit/ui';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { SampleCallScript } from './sample-call-script.ts';

/** Seconds from one line of the transcript to the next. */
const pace = 1.6;

/** Bars of the waveform, and the heights that come again and again, in percent. */
const bars = Array.from({ length: 24 }, (_, index) => index);
const heights = [44, 86, 58, 96, 30, 70, 50] as const;

const Root = chakra('details', {
  base: {
    width: '100%',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    background: 'surface',
    color: 'fg',
    '& > summary': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '4',
      rowGap: '1',
      padding: '4',
      minHeight: 'control',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
    },
    '& > summary > b': { fontFamily: 'heading' },
    '& > summary > svg': { color: 'link' },
    '& > summary > span': { color: 'muted', fontSize: 'sm', flexBasis: { base: '100%', sm: 'auto' } },
    // The sign is a triangle, and two bars while the call is open.
    '& > summary > svg > :last-child, &[open] > summary > svg > :first-child': { display: 'none' },
    '&[open] > summary > svg > :last-child': { display: 'inline' },
    '& > p': { padding: '4', paddingTop: '0' },
  },
});

const Played = chakra('div', {
  base: {
    padding: '4',
    paddingTop: '0',
    '& [data-part=wave]': { display: 'flex', alignItems: 'center', gap: '3px', height: '3rem', marginBottom: '4' },
    '& [data-part=wave] > i': {
      flex: '1 1 0',
      maxWidth: '6px',
      background: 'accent',
      borderRadius: 'full',
      forcedColorAdjust: 'none',
    },
    ...Object.fromEntries(
      heights.map((height, index) => [
        `& i:nth-child(7n + ${index + 1})`,
        { height: `${height}%`, animationDelay: `${index * -90}ms` },
      ]),
    ),
    '& li': { paddingLeft: '4', borderLeft: '3px solid', borderColor: 'line' },
    '& li[data-agent]': { borderColor: 'accent' },
    '& li > b': { display: 'block', fontSize: 'sm' },
    '& [data-part=result]': { marginTop: '4', color: 'success', fontWeight: '600' },
    '@media screen and (prefers-reduced-motion: no-preference)': {
      '&:is([open] > *) :is(li, [data-part=result])': {
        animation: 'rise 300ms ease-out both',
        animationDelay: `calc(var(--turn) * ${pace}s)`,
      },
      '&:is([open] > *) > [data-part=wave] > i': {
        animationName: 'beat',
        animationDuration: '400ms',
        animationDirection: 'alternate',
        animationIterationCount: 'var(--beats)',
      },
    },
  },
});

const Lines = chakra('ol', { base: { display: 'grid', gap: '3' } });

/**
 * A call between an agent and a caller: opened, it plays as a transcript whose lines come one by one under a waveform.
 * Without script and sound, and nothing is fetched for it; still where the visitor wants no motion.
 */
export function SampleCall({ call }: { call: SampleCallScript }) {
  return (
    <Root name="sample-call">
      <Start call={call} />
      <Play call={call} />
    </Root>
  );
}

/**
 * The same for a page that has much else to say: the transcript is not in what the server sends, but is written when the
 * visitor opens it. Nothing is fetched then either. What `fallback` says stands there without script.
 */
export function LateSampleCall({ call, fallback }: { call: SampleCallScript; fallback: string }) {
  const [wasOpened, setOpened] = useState(false);
  const element = useRef<HTMLDetailsElement>(null);
  // A browser opens it by itself, also before this page is alive.
  useEffect(() => setOpened(element.current?.open ?? false), []);
  return (
    <Root name="sample-call" ref={element} onToggle={() => setOpened(true)}>
      <Start call={call} />
      {wasOpened ? <Play call={call} /> : <p>{fallback}</p>}
    </Root>
  );
}

function Start({ call: { trade, when } }: { call: SampleCallScript }) {
  return (
    <summary>
      <svg aria-hidden="true" width="32" height="32" viewBox="0 0 32 32" fill="currentColor">
        <path d="M9 5v22l18-11z" />
        <path d="M8 6h6v20H8zM18 6h6v20h-6z" />
      </svg>
      <b>{`Play the ${trade} call`}</b>
      <span>{when}</span>
    </summary>
  );
}

function Play({ call: { lines, result } }: { call: SampleCallScript }) {
  const beats = { '--beats': String(Math.ceil((lines.length * pace) / 0.4)) };
  return (
    <Played style={beats as CSSProperties /* a custom property is no known key */}>
      <div data-part="wave" aria-hidden="true">
        {bars.map((bar) => (
          <i key={bar} />
        ))}
      </div>
      <Lines role="list">
        {lines.map(({ speaker, text }, index) => (
          <li key={text} data-agent={speaker === 'Agent' ? '' : undefined} style={turn(index)}>
            <b>{speaker}</b>
            {text}
          </li>
        ))}
      </Lines>
      <p data-part="result" style={turn(lines.length)}>
        {result}
      </p>
    </Played>
  );
}

/** When it comes: after as many lines. */
function turn(index: number): CSSProperties {
  return { '--turn': String(index) } as CSSProperties; // a custom property is no known key
}

// The import uses the public name, so that a remote that bundles this file does not bundle Chakra, too.
import { chakra } from 'kit/ui';
import { type CSSProperties, type MouseEvent, useEffect, useRef, useState } from 'react';
import { type SampleCallScript, usePlayer } from './use-player.ts';

/** Seconds from one line of the transcript to the next. */
const pace = 1.6;

/** The bars of the waveform and their repeating heights in percent. */
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
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
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
    '& > summary > span': { color: 'muted', fontSize: 'sm', gridColumn: '2' },
    // The icon is a triangle, or a square while the call is open and a press stops and closes it.
    '& > summary > svg > :last-child, &[open] > summary > svg > :first-child': { display: 'none' },
    '&[open] > summary > svg > :last-child': { display: 'inline' },
    '& > p': { padding: '4', paddingTop: '0' },
    // The script alone keeps the pressed title in place.
    overflowAnchor: 'none',
  },
});

const Played = chakra('div', {
  base: {
    padding: '4',
    paddingTop: '0',
    '& [data-part=player]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', marginBottom: '4' },
    '& [data-part=player] button': {
      minHeight: '2.75rem',
      paddingInline: '4',
      border: '1px solid',
      borderColor: 'control',
      borderRadius: 'sm',
      fontWeight: '600',
      fontVariantNumeric: 'tabular-nums',
      '&:hover': { borderColor: 'fg' },
    },
    '& [data-part=wave]': { flex: '1 1 6rem', display: 'flex', alignItems: 'center', gap: '3px', height: '3rem' },
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
    // The lines to come are dimmed, with a contrast of 4.5 to 1.
    '& li': { paddingLeft: '4', borderLeft: '3px solid', borderColor: 'line', '--before': '0.6' },
    '& li[data-agent]': { borderColor: 'accent' },
    // The line that is being spoken.
    '& li[aria-current]': { borderColor: 'action', background: 'fog', color: 'ink' },
    '& li > b': { display: 'block', fontSize: 'sm' },
    '& [data-part=result]': { marginTop: '4', color: 'success', fontWeight: '600' },
    '@media screen and (prefers-reduced-motion: no-preference)': {
      '&:not([data-heard]):is([open] > *) :is(li, [data-part=result])': {
        animation: 'rise 300ms ease-out both',
        animationDelay: `calc(var(--turn) * ${pace}s)`,
      },
      '&:is([open] > *) [data-part=wave] > i': {
        animationName: 'beat',
        animationDuration: '400ms',
        animationDirection: 'alternate',
        animationIterationCount: 'var(--beats)',
      },
    },
    // A transcript without sound and motion has nothing to pause.
    '@media (prefers-reduced-motion: reduce)': { '&:not([data-heard]) [data-part=player]': { display: 'none' } },
  },
});

const Lines = chakra('ol', { base: { display: 'grid', gap: '3' } });

interface SampleCallProps {
  call: SampleCallScript;
}

/**
 * A call between an agent and a caller. Opening it plays the recording that the site configuration names, or else two
 * voices of the browser, or else shows the lines one by one under a waveform. Without scripts the transcript is visible.
 * Nothing is fetched before the press, and nothing moves with reduced motion.
 */
export function SampleCall({ call }: SampleCallProps) {
  return <Call call={call} isWritten fallback="" />;
}

/**
 * A sample call for a long page: the transcript is not part of the server's HTML but rendered when the visitor opens it.
 * `fallback` is shown without scripts.
 */
export function LateSampleCall({ call, fallback }: SampleCallProps & { fallback: string }) {
  const [wasOpened, setOpened] = useState(false);
  return <Call call={call} isWritten={wasOpened} fallback={fallback} onOpen={() => setOpened(true)} />;
}

interface CallProps extends SampleCallProps {
  isWritten: boolean;
  fallback: string;
  onOpen?: () => void;
}

function Call({ call, isWritten, fallback, onOpen }: CallProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const player = usePlayer(call, element);
  const [isOpen, setOpen] = useState(false);
  const { state } = player;

  function handleToggle() {
    const opened = element.current?.open ?? false;
    setOpen(opened);
    if (opened) onOpen?.();
    else player.stop();
  }

  function handlePress({ currentTarget }: MouseEvent<HTMLElement>) {
    keepPlace(currentTarget);
    if (!element.current?.open) player.play();
  }

  // A browser may open the element before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for what happened before the first effect
  useEffect(handleToggle, []);
  return (
    <Root name="sample-call" ref={element} onToggle={handleToggle}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed, by keys as well */}
      <summary onClick={handlePress}>
        <svg aria-hidden="true" width="32" height="32" viewBox="0 0 32 32" fill="currentColor">
          <path d="M9 5v22l18-11z" />
          <path d="M7 7h18v18H7z" />
        </svg>
        <b>{isOpen ? `${labels[state]}${call.trade} call` : `Play the ${call.trade} call`}</b>
        <span>{call.when}</span>
      </summary>
      {isWritten ? <Transcript call={call} player={player} /> : <p>{fallback}</p>}
    </Root>
  );
}

const labels = { playing: 'Playing: ', paused: 'Paused: ', over: 'The ' } as const;
const actions = { playing: 'Pause', paused: 'Go on', over: 'Play again' } as const;

function Transcript({ call: { lines, result }, player }: SampleCallProps & { player: ReturnType<typeof usePlayer> }) {
  const beats = { '--beats': player.isHeard ? 'infinite' : String(Math.ceil((lines.length * pace) / 0.4)) };
  return (
    <Played
      data-heard={player.isHeard ? '' : undefined}
      style={beats as CSSProperties /* the types know no custom properties */}
    >
      <div data-part="player">
        <button type="button" onClick={player.togglePlay}>
          {actions[player.state]}
        </button>
        <button type="button" onClick={player.nextSpeed}>{`Speed ${player.speed}x`}</button>
        <div data-part="wave" aria-hidden="true">
          {bars.map((bar) => (
            <i key={bar} />
          ))}
        </div>
      </div>
      <Lines role="list">
        {lines.map(({ speaker, text }, index) => (
          <li
            key={text}
            data-agent={speaker === 'Agent' ? '' : undefined}
            aria-current={player.isHeard && player.line === index ? true : undefined}
            style={delayOf(index)}
          >
            <b>{speaker}</b>
            {text}
          </li>
        ))}
      </Lines>
      <p data-part="result" style={delayOf(lines.length)} onAnimationEnd={player.end}>
        {result}
      </p>
    </Played>
  );
}

/** The delay of a line, in lines. */
function delayOf(index: number): CSSProperties {
  return { '--turn': String(index) } as CSSProperties; // the types know no custom properties
}

/** Closing a call above would move the pressed title, so the page is scrolled by the same distance before the paint. */
function keepPlace(title: HTMLElement): void {
  const root = document.documentElement;
  const { top } = title.getBoundingClientRect();
  root.style.overflowAnchor = 'none';
  requestAnimationFrame(() => {
    window.scrollBy({ top: title.getBoundingClientRect().top - top, behavior: 'instant' });
    requestAnimationFrame(() => {
      root.style.overflowAnchor = '';
    });
  });
}

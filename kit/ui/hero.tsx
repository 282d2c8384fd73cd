import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { Tone } from '../theme/palette.ts';
import { twoColumns } from './layout.tsx';
import { Picture } from './picture.tsx';

/** Selectors use child combinators, so that they do not match elements inside of a picture or a button. */
const inner = '& > [data-part=inner]';
const words = `${inner} > [data-part=words]`;
const art = `${inner} > [data-part=art]`;

/** The styles of every first screen. Only the size of the title depends on the layout. */
export const heroBase = {
  position: 'relative',
  overflow: 'hidden',
  backgroundColor: 'bg',
  color: 'fg',
  '@media print': { '& > [data-part=art]': { display: 'none' } },
  [inner]: {
    position: 'relative',
    width: '100%',
    maxWidth: 'page',
    marginInline: 'auto',
    paddingInline: { base: '5', md: '8' },
    paddingTop: { base: '14', md: '20', lg: '24' },
  },
  [`${words} > [data-part=kicker]`]: { color: 'muted', fontWeight: '600', marginBottom: '4' },
  [`${words} > [data-part=lead]`]: {
    textStyle: 'lead',
    color: 'muted',
    maxWidth: '34rem',
    marginTop: '6',
    textWrap: 'balance',
  },
  [`${words} > [data-part=actions]`]: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: { base: '3', sm: '4' },
    marginTop: '8',
  },
  // On a phone all buttons have the width of the text.
  [`${words} > [data-part=actions] > :is(a, div, button), ${words} > [data-part=actions] > div > button`]: {
    width: { base: '100%', sm: 'auto' },
  },
  [`${words} > [data-part=note]`]: { fontSize: 'sm', color: 'muted', marginTop: '6', maxWidth: 'measure' },
} as const;

const Root = chakra('section', {
  base: { ...heroBase, [`${words} > [data-part=title]`]: { textStyle: 'display', maxWidth: '9em' } },
  variants: {
    /** `beam`: the horizon is behind the whole hero. `aside`: on wide windows the picture is next to the text. */
    layout: {
      beam: {
        [inner]: { zIndex: '1', minHeight: { lg: '42rem' }, paddingBottom: { lg: '15rem' } },
        // At any text size the note stays left of the beam.
        [`${words} > [data-part=note]`]: { maxWidth: { lg: 'min(50vw, 40rem)' } },
        '& > [data-part=art]': {
          position: { lg: 'absolute' },
          inset: '0',
          marginTop: { base: '-2', lg: '0' },
        },
      },
      aside: {
        [inner]: { ...twoColumns, alignItems: 'center', paddingTop: '14', paddingBottom: { base: '10', md: '14' } },
        [art]: { marginTop: { base: '10', lg: '0' } },
        [`${words} > [data-part=title]`]: { textStyle: 'h1', maxWidth: '11em' },
      },
      plain: {
        [inner]: { paddingTop: '14', paddingBottom: { base: '10', md: '14' } },
        [`${words} > [data-part=title]`]: { textStyle: 'h1', maxWidth: '13em' },
      },
    },
  },
  defaultVariants: { layout: 'beam' },
});

interface HeroProps {
  /** The page's one h1. */
  title: ReactNode;
  /** A short line above the title. */
  kicker?: ReactNode | undefined;
  lead?: ReactNode | undefined;
  /** Buttons. */
  actions?: ReactNode | undefined;
  /** Small print below the buttons. */
  note?: ReactNode | undefined;
  /** A picture; with it the hero has two columns on wide windows. */
  art?: ReactNode | undefined;
  /** `beam` (no art given), `aside` (art given) or `plain`: text only, for inner pages. */
  layout?: 'beam' | 'aside' | 'plain' | undefined;
  tone?: Tone | undefined;
}

/** The first screen of a page: title, lead and actions. */
export function Hero({ title, kicker, lead, actions, note, art, layout, tone = 'ink' }: HeroProps) {
  const shape = layout ?? (art ? 'aside' : 'beam');
  return (
    <Root data-tone={tone} layout={shape}>
      <div data-part="inner">
        <div data-part="words">
          {kicker && <p data-part="kicker">{kicker}</p>}
          <h1 data-part="title">{title}</h1>
          {lead && <p data-part="lead">{lead}</p>}
          {actions && <div data-part="actions">{actions}</div>}
          {note && <p data-part="note">{note}</p>}
        </div>
        {art && shape === 'aside' && <div data-part="art">{art}</div>}
      </div>
      {shape === 'beam' && <div data-part="art">{art ?? <Horizon />}</div>}
    </Root>
  );
}

/** The lit part of the street at the end of the animation, as in the drawing (`scenes/home.ts`). */
const resting = 'polygon(61.6% 0, .6% 100%, 40.1% 100%, 61.6% 4.4%)';

const folder = '/attached_assets/home';

const Street = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    // In pixels, because with larger text the tower would not fit on a phone.
    height: { base: 'max(240px, 42vw)', lg: '100%' },
    // On the widest windows the street begins again on both sides.
    background: {
      lg: `url(${folder}/night.svg) bottom / auto min(38rem, 48vw) repeat-x`,
    },
    '& > div': {
      position: 'absolute',
      bottom: '0',
      left: '50%',
      // The roofs are three eighths of the height and fit into the 15rem that the hero keeps free below its text.
      height: { base: '100%', lg: 'min(38rem, 48vw)' },
      aspectRatio: '3',
      transform: { base: 'translateX(-60%)', lg: 'translateX(-50%)' },
    },
    '& img': { width: '100%', height: '100%' },
    '& [data-part=beam]': {
      position: 'absolute',
      inset: '30% 0 0 38.15%',
      clipPath: resting,
      // The beam sweeps once along the street, from its far end to the lit house.
      '@media (prefers-reduced-motion: no-preference)': { animation: 'sweep 1.6s cubic-bezier(.3, 0, .2, 1)' },
    },
  },
});

/**
 * The motif of the site: a street at night and a beam that lights one house. The host serves both pictures. It is for dark
 * backgrounds and is decorative, so screen readers skip it.
 */
export function Horizon() {
  return (
    <Street>
      <div>
        <Picture src={`${folder}/night.svg`} alt="" width={2700} height={900} priority />
        <div data-part="beam">
          <Picture src={`${folder}/light.svg`} alt="" width={1670} height={630} priority />
        </div>
      </div>
    </Street>
  );
}

/** The horizon as a divider: a line with one lit point, in the colours of its section. */
export function HorizonLine() {
  return (
    <svg aria-hidden="true" width="100%" height="13" style={{ display: 'block', overflow: 'visible' }}>
      <path d="M0 6.5h4000" stroke="var(--k-colors-control)" strokeWidth="1" />
      <circle cx="12%" cy="6.5" r="5" fill="var(--k-colors-accent)" stroke="var(--k-colors-fg)" strokeWidth="2" />
    </svg>
  );
}

const Band = chakra('section', {
  base: {
    overflow: 'clip',
    backgroundColor: 'bg',
    color: 'fg',
    paddingBlock: { base: '14', md: '20' },
    '& > div': {
      width: '100%',
      maxWidth: 'page',
      marginInline: 'auto',
      paddingInline: { base: '5', md: '8' },
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'end',
      columnGap: '16',
      rowGap: '8',
    },
    '& > div > [data-part=line]': { flex: '0 0 100%', marginBottom: { lg: '8' } },
    // The buttons are next to the text as long as the text keeps a minimum width.
    '& > div > [data-part=words]': { flex: '1 1 min(24rem, 100%)' },
    '& > div > [data-part=words] > h2': { textStyle: 'h1', maxWidth: '11em' },
    '& > div > [data-part=words] > [data-part=lead]': {
      textStyle: 'lead',
      color: 'muted',
      marginTop: '4',
      maxWidth: '36rem',
      textWrap: 'balance',
    },
    '& > div > [data-part=actions]': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '4',
      width: { base: '100%', sm: 'auto' },
    },
    // On a phone all buttons have the width of the text, as in the hero.
    '& > div > [data-part=actions] :is(a, div, button)': {
      width: { base: '100%', sm: 'auto' },
    },
  },
});

interface CallToActionProps {
  id?: string | undefined;
  title: ReactNode;
  lead?: ReactNode | undefined;
  /** One button, at most two. */
  actions: ReactNode;
  tone?: Tone | undefined;
}

/** The call to action at the end of a page. */
export function CallToAction({ id, title, lead, actions, tone = 'ink' }: CallToActionProps) {
  return (
    <Band id={id} data-tone={tone}>
      <div>
        <div data-part="line">
          <HorizonLine />
        </div>
        <div data-part="words">
          <h2>{title}</h2>
          {lead && <p data-part="lead">{lead}</p>}
        </div>
        <div data-part="actions">{actions}</div>
      </div>
    </Band>
  );
}

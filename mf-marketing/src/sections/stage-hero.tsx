import { chakra, type Hero, heroBase, twoColumns } from 'kit/ui';
import type { ComponentProps, ReactNode } from 'react';

/** The picture extends to the right edge of the window, to the left edge, or spans the window below the text. */
export type Stage = 'bleed' | 'mirror' | 'panorama';

const inner = '& > [data-part=inner]';
const words = `${inner} > [data-part=words]`;
const art = `${inner} > [data-part=art]`;

/** From the window's edge to the page's column, which is the first column of the grid. */
const side = 'max(2rem, 50cqi - 35.5rem)';
const first = '(min(75rem, 100cqi) - 8rem) * 5 / 12';

/** The columns in a window that is not wide, where five of twelve columns leave the text or the scene too small. */
const halves = 'minmax(0, 1fr) minmax(0, 1fr)';

/** Pictures that extend to the window's edge. Their night sky continues up to the header. */
const reaching = {
  display: 'grid',
  alignItems: 'end',
  marginInline: { base: '-5', md: '-8', lg: '0' },
  background: 'ink',
} as const;

const Root = chakra('section', {
  base: heroBase,
  variants: {
    stage: {
      bleed: {
        containerType: 'inline-size',
        [inner]: {
          display: { lg: 'grid' },
          gridTemplateColumns: { lg: halves, xl: `calc(${first}) minmax(0, 1fr)` },
          columnGap: '16',
          maxWidth: 'none',
          paddingInline: { lg: `${side} 0` },
          paddingTop: { lg: '0' },
        },
        [words]: { paddingBlock: { base: '0 2.5rem', lg: '4.5rem' }, alignSelf: 'center' },
        [art]: reaching,
        [`${words} > [data-part=title]`]: { textStyle: 'h1' },
      },
      mirror: {
        containerType: 'inline-size',
        [inner]: {
          display: { lg: 'grid' },
          gridTemplateColumns: { lg: halves, xl: `calc(${side} + ${first}) minmax(0, 1fr)` },
          columnGap: '16',
          maxWidth: 'none',
          paddingInline: { lg: `0 ${side}` },
          paddingTop: { lg: '0' },
        },
        [words]: { paddingBlock: { base: '0 2.5rem', lg: '4.5rem', xl: '6rem' }, alignSelf: 'center' },
        [art]: { ...reaching, order: { lg: '-1' } },
        // On a dark hero the picture fades out towards the text and, above the street, into the colour of the sky.
        '&[data-tone=ink] > [data-part=inner] > [data-part=art] img': {
          maskImage: {
            lg: 'linear-gradient(to left, transparent, #000 22%), linear-gradient(#000 32%, transparent 42%)',
          },
        },
        [`${words} > [data-part=title]`]: {
          textStyle: { base: 'display', lg: 'h1', xl: 'display' },
          maxWidth: '9.5em',
        },
      },
      panorama: {
        // The street is partly above the fold.
        [inner]: { paddingTop: { lg: '16' } },
        [words]: {
          display: { lg: 'grid' },
          gridTemplateColumns: twoColumns.gridTemplateColumns,
          gridTemplateRows: { lg: 'auto auto auto 1fr' },
          columnGap: '16',
          alignItems: 'start',
          paddingBottom: { base: '10', lg: '6' },
        },
        [`${words} > *`]: { gridColumn: '2' },
        [`${words} > [data-part=kicker]`]: { gridColumn: '1 / -1' },
        [`${words} > [data-part=title]`]: { textStyle: 'h1', gridColumn: '1', gridRow: '2 / 5' },
        [`${words} > [data-part=lead]`]: { marginTop: { base: '6', lg: '0' }, maxWidth: 'measure' },
      },
    },
  },
});

interface StageHeroProps
  extends Pick<ComponentProps<typeof Hero>, 'kicker' | 'title' | 'lead' | 'note' | 'actions' | 'tone'> {
  stage: Stage;
  art: ReactNode;
}

/** The first screen of an industry page: the text, and a scene that extends to the window's edge. */
export function StageHero({ stage, tone = 'ink', kicker, title, lead, note, actions, art }: StageHeroProps) {
  return (
    <Root data-tone={tone} stage={stage}>
      <div data-part="inner">
        <div data-part="words">
          <p data-part="kicker">{kicker}</p>
          <h1 data-part="title">{title}</h1>
          <p data-part="lead">{lead}</p>
          <div data-part="actions">{actions}</div>
          {note && <p data-part="note">{note}</p>}
        </div>
        {stage !== 'panorama' && <div data-part="art">{art}</div>}
      </div>
      {stage === 'panorama' && <div data-part="art">{art}</div>}
    </Root>
  );
}

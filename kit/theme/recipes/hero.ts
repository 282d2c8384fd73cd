import { defineRecipe } from '@chakra-ui/react';
import { twoColumns } from './grid.ts';

/** Parts are named with their whole path, so that nothing inside a picture or a button is meant by mistake. */
const inner = '& > [data-part=inner]';
const words = `${inner} > [data-part=words]`;
const art = `${inner} > [data-part=art]`;

/** What every first screen has in common, whatever stands beside its words; how large the title is goes by the layout. */
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
  // On a phone all as wide as the words.
  [`${words} > [data-part=actions] > :is(a, div, button), ${words} > [data-part=actions] > div > button`]: {
    width: { base: '100%', sm: 'auto' },
  },
  [`${words} > [data-part=note]`]: { fontSize: 'sm', color: 'muted', marginTop: '6', maxWidth: 'measure' },
} as const;

export const heroRecipe = defineRecipe({
  base: { ...heroBase, [`${words} > [data-part=title]`]: { textStyle: 'display', maxWidth: '9em' } },
  variants: {
    /** `beam`: the horizon runs under everything. `aside`: the picture stands beside the words on wide windows. */
    layout: {
      beam: {
        [inner]: { zIndex: '1', minHeight: { lg: '42rem' }, paddingBottom: { lg: '15rem' } },
        // Left of the beam, however large the text.
        [`${words} > [data-part=note]`]: { maxWidth: { lg: 'min(50vw, 40rem)' } },
        '& > [data-part=art]': {
          position: { lg: 'absolute' },
          inset: '0',
          marginTop: { base: '-2', lg: '0' },
        },
      },
      aside: {
        [inner]: { ...twoColumns, alignItems: 'center', paddingBottom: { base: '14', md: '20' } },
        [art]: { marginTop: { base: '10', lg: '0' } },
        [`${words} > [data-part=title]`]: { textStyle: 'h1', maxWidth: '11em' },
      },
      plain: {
        [inner]: { paddingBottom: { base: '10', md: '14' } },
        [`${words} > [data-part=title]`]: { textStyle: 'h1', maxWidth: '13em' },
      },
    },
  },
  defaultVariants: { layout: 'beam' },
});

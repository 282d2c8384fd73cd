import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Tone } from '../theme/palette.ts';
import { HorizonLine } from './horizon.tsx';

const Root = chakra('section', {
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
    // The buttons stand beside the words as long as the words keep a line of some length.
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
    // On a phone all as wide as the words, as in the hero.
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

/** The question that a page ends on, and what to press. */
export function CallToAction({ id, title, lead, actions, tone = 'ink' }: CallToActionProps) {
  return (
    <Root id={id} data-tone={tone}>
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
    </Root>
  );
}

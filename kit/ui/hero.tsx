import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Tone } from '../theme/palette.ts';
import { heroRecipe } from '../theme/recipes/hero.ts';
import { Horizon } from './horizon.tsx';

const Root = chakra('section', heroRecipe);

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

/** The first screen of a page: what is offered, to whom, and what to press. */
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

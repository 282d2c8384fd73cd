import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Tone } from '../theme/palette.ts';
import { sectionRecipe } from '../theme/recipes/layout.ts';

const Root = chakra('section', sectionRecipe);

interface SectionProps {
  /** The anchor. With a title, it also names the section for screen readers. */
  id?: string | undefined;
  /** The ground: everything inside takes its colours from it. */
  tone?: Tone | undefined;
  title?: ReactNode | undefined;
  lead?: ReactNode | undefined;
  /** `split` puts the title into a column of its own on wide windows; with `bleed` the body reaches to the window's edges. */
  layout?: 'stack' | 'split' | 'centre' | 'bleed' | undefined;
  space?: 'none' | 'sm' | 'md' | 'lg' | undefined;
  /** Level of the title, 2 unless given. */
  level?: 2 | 3 | undefined;
  children?: ReactNode | undefined;
}

/** A band of a page with a ground of its own. */
export function Section({ id, tone = 'paper', title, lead, layout, space, level = 2, children }: SectionProps) {
  const titleId = id && title ? `${id}-title` : undefined;
  const Title = `h${level}` as const;
  return (
    <Root id={id} data-tone={tone} layout={layout} space={space} aria-labelledby={titleId}>
      <div data-part="inner">
        {(title || lead) && (
          <div data-part="head">
            {title && (
              <Title id={titleId} data-part="title">
                {title}
              </Title>
            )}
            {lead && <p data-part="lead">{lead}</p>}
          </div>
        )}
        {children && <div data-part="body">{children}</div>}
      </div>
    </Root>
  );
}

import { Points } from 'kit/blocks';
import { Card, Columns, chakra, Section } from 'kit/ui';
import type { ReactNode } from 'react';

/** On wide windows, the text after the form is below the reasons. */
const Frame = chakra(Columns, {
  base: {
    gridTemplateRows: { lg: 'auto 1fr' },
    '& > :nth-child(2)': { gridColumn: { lg: '2' }, gridRow: { lg: '1 / 3' } },
  },
});

const Reasons = chakra('div', {
  base: {
    '& h2': { textStyle: 'h2', maxWidth: { lg: '9.5em' } },
    '& [data-part=lead]': { textStyle: 'lead', color: 'muted', marginTop: '4' },
    '& [data-part=points]': { marginTop: '8' },
  },
});

interface FormBandProps {
  id: string;
  title: string;
  lead: string;
  points: readonly string[];
  /** The text about what follows a submit; on a phone it is below the form. */
  after: ReactNode;
  children: ReactNode;
}

/** The reasons to fill in the form on the left, the form on the right. */
export function FormBand({ id, title, lead, points, after, children }: FormBandProps) {
  return (
    <Section id={id} tone="fog">
      <Frame>
        <Reasons>
          <h2>{title}</h2>
          <p data-part="lead">{lead}</p>
          <div data-part="points">
            <Points items={points} />
          </div>
        </Reasons>
        <Card padding="lg">{children}</Card>
        {after}
      </Frame>
    </Section>
  );
}

import { Points } from 'kit/blocks';
import { Card, Columns, chakra, Section } from 'kit/ui';
import type { ReactNode } from 'react';

/** What comes after the form stands below the reasons on wide windows. */
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
  points?: readonly string[] | undefined;
  tone?: 'paper' | 'fog' | undefined;
  /** What follows when it is sent: below the form on a phone. */
  after?: ReactNode | undefined;
  children: ReactNode;
}

/** Why to fill the form on the left, the form on the right. */
export function FormBand({ id, title, lead, points, tone = 'fog', after, children }: FormBandProps) {
  return (
    <Section id={id} tone={tone}>
      <Frame>
        <Reasons>
          <h2>{title}</h2>
          <p data-part="lead">{lead}</p>
          {points && (
            <div data-part="points">
              <Points items={points} />
            </div>
          )}
        </Reasons>
        <Card padding="lg">{children}</Card>
        {after}
      </Frame>
    </Section>
  );
}

import { Points } from 'kit/blocks';
import { Card, chakra, Section } from 'kit/ui';
import type { ReactNode } from 'react';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
    gap: { base: '8', lg: '16' },
    alignItems: 'start',
    '& h2': { textStyle: 'h2', maxWidth: '9.5em' },
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
  children: ReactNode;
}

/** Why to fill the form on the left, the form on the right. */
export function FormBand({ id, title, lead, points, tone = 'fog', children }: FormBandProps) {
  return (
    <Section id={id} tone={tone}>
      <Columns>
        <div>
          <h2>{title}</h2>
          <p data-part="lead">{lead}</p>
          {points && (
            <div data-part="points">
              <Points items={points} />
            </div>
          )}
        </div>
        <Card padding="lg">{children}</Card>
      </Columns>
    </Section>
  );
}

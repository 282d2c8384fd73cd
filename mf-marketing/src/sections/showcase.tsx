import { Points } from 'kit/blocks';
import { ButtonLink, Columns, chakra, Section } from 'kit/ui';
import { Drawing, type DrawingFile } from './drawing.tsx';

const Offer = chakra('div', {
  base: {
    '& h2': { textStyle: 'h2' },
    '& [data-part=lead]': { color: 'muted', marginTop: '4', maxWidth: 'measure' },
    '& ul': { marginBlock: '6' },
  },
});

export interface ShowcaseContent {
  title: string;
  lead: string;
  points: readonly string[];
  picture: DrawingFile;
  action: { label: string; to: string };
}

/** One offer with a large picture, its parts and a link to start. */
export function Showcase({ title, lead, points, picture, action }: ShowcaseContent) {
  return (
    <Section>
      <Columns>
        <Offer>
          <h2>{title}</h2>
          <p data-part="lead">{lead}</p>
          <Points items={points} />
          <ButtonLink to={action.to} size="lg">
            {action.label}
          </ButtonLink>
        </Offer>
        <Drawing file={picture} />
      </Columns>
    </Section>
  );
}

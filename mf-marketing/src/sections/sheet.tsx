import { chakra } from 'kit/ui';
import type { ReactNode } from 'react';

const Paper = chakra('div', {
  base: {
    background: 'white',
    color: 'ink',
    border: '1px solid',
    borderColor: 'control',
    borderRadius: 'sm',
    padding: { base: '5', md: '10' },
    '& > [data-part=title]': { textStyle: 'h3' },
    '& > [data-part=about]': { color: 'muted', fontSize: 'sm', marginTop: '1' },
    '& > [data-part=about] + *, & > [data-part=title] + :not([data-part])': { marginTop: '5' },
    '& dl > div': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: '6',
      paddingBlock: '3',
      borderTop: '1px solid',
      borderColor: 'line',
    },
    '& dt': { flex: '0 1 13em', color: 'muted' },
    '& dd': { flex: '1 1 14em', fontWeight: '600' },
  },
});

const Caption = chakra('figcaption', {
  base: { color: 'muted', fontSize: 'sm', marginTop: '6', '& b': { color: 'fg' } },
});

interface SheetProps {
  title: string;
  /** The owner and the period of the document. */
  about?: string;
  fields?: readonly (readonly [term: string, text: string])[];
  caption: ReactNode;
  children?: ReactNode;
}

/** A document as a client gets it, on paper. */
export function Sheet({ title, about, fields, caption, children }: SheetProps) {
  return (
    <figure>
      <Paper data-tone="paper">
        <p data-part="title">{title}</p>
        {about && <p data-part="about">{about}</p>}
        {fields && (
          <dl>
            {fields.map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </Paper>
      <Caption>{caption}</Caption>
    </figure>
  );
}

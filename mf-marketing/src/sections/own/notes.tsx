import { chakra } from 'kit/ui';

const Root = chakra('figcaption', {
  base: {
    '& dl': { display: 'grid', gap: '6', gridTemplateColumns: { md: 'repeat(3, minmax(0, 1fr))' }, columnGap: '10' },
    '& dl > div': { borderTop: '2px solid', borderColor: 'line', paddingTop: '3' },
    '& [aria-current]': { borderColor: 'accent' },
    '& dt': { textStyle: 'h4' },
    '& dd, & p': { color: 'muted' },
    '& p': { fontSize: 'sm', marginTop: '6' },
  },
});

interface NotesProps {
  items: readonly (readonly [term: string, text: string])[];
  /** The note that holds at the moment. */
  current: number;
  caption: string;
}

/** What a drawing shows, in short, and what it is an example of. */
export function Notes({ items, current, caption }: NotesProps) {
  return (
    <Root>
      <dl>
        {items.map(([term, text], index) => (
          <div key={term} aria-current={index === current ? true : undefined}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>{caption}</p>
    </Root>
  );
}

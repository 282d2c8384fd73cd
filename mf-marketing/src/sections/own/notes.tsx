import { chakra } from 'kit/ui';

const Root = chakra('figcaption', {
  base: {
    '& dl': { display: 'grid', gap: '6', gridTemplateColumns: { md: 'repeat(3, minmax(0, 1fr))' }, columnGap: '10' },
    '& dt': { textStyle: 'h4' },
    '& dd, & p': { color: 'muted' },
    '& p': { fontSize: 'sm', marginTop: '6' },
  },
});

/** Captions of a drawing, and what it is an example of. */
export function Notes({ items, caption }: { items: readonly (readonly [string, string])[]; caption: string }) {
  return (
    <Root>
      <dl>
        {items.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>{caption}</p>
    </Root>
  );
}

import { type Stat } from 'kit/blocks';
import { Columns, chakra } from 'kit/ui';

const Root = chakra(Columns, {
  base: {
    '& > :has([data-part=value])': { containerType: 'inline-size' },
    '& [data-part=value]': {
      fontFamily: 'heading',
      fontWeight: '700',
      fontSize: 'min(clamp(4.5rem, 3rem + 8vw, 9rem), 32cqi)',
      lineHeight: '0.95',
      letterSpacing: '-0.03em',
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
    },
    // A range has twice the characters of a figure in the same space.
    '& [data-part=value][data-long]': {
      fontSize: 'min(clamp(3.5rem, 2.5rem + 4vw, 6rem), 26cqi)',
    },
    '& [data-part=label]': { color: 'muted', marginTop: '3', maxWidth: '24ch', textWrap: 'balance' },
    '& [data-part=note]': { color: 'muted', fontSize: 'sm', marginTop: '2' },
    '& h2': { textStyle: 'h2', maxWidth: '13em' },
    '& [data-part=text]': { marginTop: '4', maxWidth: 'measure' },
  },
});

interface BigFigureProps {
  title: string;
  figure: Stat;
  /** Whose figure it is, and of when. */
  note?: string | undefined;
  paragraphs: readonly string[];
}

/** One figure as large as its weight, and what is behind it. */
export function BigFigure({ title, figure, note, paragraphs }: BigFigureProps) {
  return (
    <Root>
      <div>
        <p data-part="value" data-long={figure.value.length > 5 ? '' : undefined}>
          {figure.value}
        </p>
        <p data-part="label">{figure.label}</p>
        {note && <p data-part="note">{note}</p>}
      </div>
      <div>
        <h2>{title}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} data-part="text">
            {paragraph}
          </p>
        ))}
      </div>
    </Root>
  );
}

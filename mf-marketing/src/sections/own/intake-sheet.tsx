import { chakra } from 'kit/ui';
import { intakeSheet } from '../../content/own/intake-sheet.ts';

const Paper = chakra('div', {
  base: {
    background: 'white',
    color: 'ink',
    border: '1px solid',
    borderColor: 'control',
    borderRadius: 'sm',
    padding: { base: '5', md: '10' },
    '& > p:first-child': { textStyle: 'h3', marginBottom: '5' },
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
    // The stamp.
    '& [data-part=verdict]': {
      display: 'inline-block',
      marginTop: '6',
      padding: '3',
      border: '3px double',
      borderRadius: 'sm',
      color: 'success',
      fontFamily: 'heading',
      fontWeight: '700',
      rotate: '-1.5deg',
    },
  },
});

const Caption = chakra('figcaption', {
  base: { color: 'muted', fontSize: 'sm', marginTop: '6', '& b': { color: 'fg' } },
});

/** A request with the answers to the firm's questions and the result. */
export function IntakeSheet() {
  const { matter, answers, verdict, other, otherTitle, caption } = intakeSheet;
  return (
    <figure>
      <Paper data-tone="paper">
        <p>{matter}</p>
        <dl>
          {answers.map(([question, answer]) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
        <p data-part="verdict">{verdict}</p>
      </Paper>
      <Caption>
        <p>
          <b>{otherTitle}</b> {other.join(' · ')}
        </p>
        <p>{caption}</p>
      </Caption>
    </figure>
  );
}

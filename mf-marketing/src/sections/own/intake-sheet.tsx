import { chakra } from 'kit/ui';
import { Sheet } from '../sheet.tsx';

/** Legal: a screened request as the firm's intake staff see it. It is labelled as an example. */
export const intakeSheet = {
  title: 'An intake sheet, already filled in',
  lead: 'Your screening questions are asked before the request is yours, not after.',
  matter: 'Personal injury, Los Angeles County',
  answers: [
    ['What happened?', '“I was rear-ended at a red light on my way to work.”'],
    ['When?', 'Eleven days ago'],
    ['Who was at fault?', 'The other driver, per the police report'],
    ['Treatment so far?', 'Emergency room, physical therapy since'],
    ['Do you have a lawyer?', 'No'],
    ['Best time to call?', 'After 5 PM, cell phone'],
  ],
  verdict: 'Meets your criteria: delivered to one firm',
  other: ['Already has a lawyer', 'Outside your counties', 'Older than your limit'],
  otherTitle: 'Not delivered:',
  caption: 'An example. The person is made up; the questions are the ones you choose.',
} as const;

const Stamp = chakra('p', {
  base: {
    display: 'inline-block',
    padding: '3',
    border: '3px double',
    borderRadius: 'sm',
    color: 'success',
    fontFamily: 'heading',
    fontWeight: '700',
    rotate: '-1.5deg',
  },
});

export function IntakeSheet() {
  const { matter, answers, verdict, other, otherTitle, caption } = intakeSheet;
  return (
    <Sheet
      title={matter}
      fields={answers}
      caption={
        <>
          <p>
            <b>{otherTitle}</b> {other.join(' · ')}
          </p>
          <p>{caption}</p>
        </>
      }
    >
      <Stamp marginTop="6">{verdict}</Stamp>
    </Sheet>
  );
}

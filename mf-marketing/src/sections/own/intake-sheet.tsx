import { chakra } from 'kit/ui';
import { intakeSheet } from '../../content/own/intake-sheet.ts';
import { Sheet } from '../sheet.tsx';

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

/** A request with the answers to the firm's questions, and what they come to. */
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

import { Hero, Section } from 'kit/ui';
import { gateContent } from '../content/gate.ts';
import { AccessGate } from '../features/access/access-gate.tsx';
import { useUnlocked } from '../features/access/unlocked.ts';

export function DemosPage() {
  const unlocked = useUnlocked();
  return (
    <>
      <Hero layout="plain" title={gateContent.title} lead={gateContent.lead} />
      <Section>{unlocked ? null : <AccessGate />}</Section>
    </>
  );
}

import { Hero } from 'kit/ui';
import { pickerContent } from '../content/picker.ts';
import { AgentPicker } from '../features/picker/agent-picker.tsx';
import { AgentFrame } from '../sections/agent-frame.tsx';

export function CustomAiAgentPage() {
  return (
    <AgentFrame>
      <Hero layout="plain" title={pickerContent.title} lead={pickerContent.lead} />
      <AgentPicker />
    </AgentFrame>
  );
}

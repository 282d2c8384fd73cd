import { Hero } from 'kit/ui';
import { pickerContent } from '../content/picker.ts';
import { AgentPicker } from '../features/picker/agent-picker.tsx';
import { AgentFrame } from '../sections/agent-frame.tsx';
import { AgentPicture } from '../sections/agent-picture.tsx';

export function CustomAiAgentPage() {
  return (
    <AgentFrame>
      <Hero
        title={pickerContent.title}
        lead={pickerContent.lead}
        art={<AgentPicture name="three-agents" alt={pickerContent.picture} priority />}
      />
      <AgentPicker />
    </AgentFrame>
  );
}

import { Box, Hero } from 'kit/ui';
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
        art={
          // The same three agents are the first choice on a phone, right below.
          <Box display={{ base: 'none', lg: 'block' }}>
            <AgentPicture name="three-agents" alt={pickerContent.picture} />
          </Box>
        }
      />
      <AgentPicker />
    </AgentFrame>
  );
}

import { useAtom } from 'jotai';
import { Hero, Section } from 'kit/ui';
import { codeFormContent } from '../../content/portal.ts';
import { AgentCodeForm } from './agent-code-form.tsx';
import { viewedAgentAtom } from './viewed-agent.ts';

/** Logged-out until a code is found, then the agent that it belongs to (specification, section 4). */
export function Portal() {
  const [agent, setAgent] = useAtom(viewedAgentAtom);
  if (agent) return <Hero layout="plain" kicker="Welcome" title={agent.businessName} lead={agent.tagline} />;
  return (
    <>
      <Hero layout="plain" title={codeFormContent.title} lead={codeFormContent.lead} />
      <Section space="md">
        <AgentCodeForm onFound={setAgent} />
      </Section>
    </>
  );
}

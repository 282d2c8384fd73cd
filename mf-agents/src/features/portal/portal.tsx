import { useAtom } from 'jotai';
import { useHeadingFocus } from 'kit/heading-focus';
import { TopBar } from 'kit/top-bar';
import { Button, ButtonLink, Card, Hero, Section } from 'kit/ui';
import { useRef } from 'react';
import { mainSiteLabel } from '../../content/navigation.ts';
import { agentViewContent, codeFormContent } from '../../content/portal.ts';
import { AgentPicture } from '../../sections/agent-picture.tsx';
import { AgentCodeForm } from './agent-code-form.tsx';
import { AgentView } from './agent-view.tsx';
import { viewedAgentAtom } from './viewed-agent.ts';

/** Shows the code form until a code is found, then its agent (docs/specification.md#4). */
export function Portal() {
  const { inside } = codeFormContent;
  const [agent, setAgent] = useAtom(viewedAgentAtom);
  const view = useRef<HTMLDivElement>(null);
  useHeadingFocus(view, agent, { scroll: 'top' });

  return (
    <div ref={view}>
      <TopBar>
        {agent && (
          <Button variant="outline" size="sm" onClick={() => setAgent(null)}>
            {agentViewContent.switchAgent}
          </Button>
        )}
        <ButtonLink to="/" variant="outline" size="sm">
          {mainSiteLabel}
        </ButtonLink>
      </TopBar>
      {agent ? (
        <AgentView agent={agent} />
      ) : (
        <>
          <Hero
            tone="fog"
            title={codeFormContent.title}
            lead={codeFormContent.lead}
            art={
              <Card data-tone="paper" padding="lg">
                <AgentCodeForm onFound={setAgent} />
              </Card>
            }
          />
          <Section layout="split" title={inside.title} lead={inside.lead}>
            <AgentPicture name="portal" alt={inside.picture} />
          </Section>
        </>
      )}
    </div>
  );
}

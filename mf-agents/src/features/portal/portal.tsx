import { useAtom } from 'jotai';
import { TopBar } from 'kit/top-bar';
import { Button, ButtonLink, Card, Hero } from 'kit/ui';
import { useEffect, useRef } from 'react';
import { mainSiteLabel } from '../../content/navigation.ts';
import { agentViewContent, codeFormContent } from '../../content/portal.ts';
import { AgentCodeForm } from './agent-code-form.tsx';
import { AgentView } from './agent-view.tsx';
import { viewedAgentAtom } from './viewed-agent.ts';

/** Logged-out until a code is found, then the agent that it belongs to (specification, section 4). */
export function Portal() {
  const [agent, setAgent] = useAtom(viewedAgentAtom);
  const view = useRef<HTMLDivElement>(null);
  const shown = useRef(agent);

  useEffect(() => {
    if (shown.current === agent) return;
    shown.current = agent;
    showFromTheTop(view.current);
  }, [agent]);

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
      )}
    </div>
  );
}

/** What had the focus is gone from the page: the new heading takes it, as after a navigation. */
function showFromTheTop(view: HTMLElement | null) {
  const heading = view?.querySelector('h1');
  if (!heading) return;
  window.scrollTo({ top: 0, behavior: 'instant' });
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

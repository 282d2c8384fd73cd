import type { PublicAgent } from 'kit/contracts/agent';
import { telephoneHref } from 'kit/contracts/site-config';
import { useSite } from 'kit/site';
import { Button, ButtonLink, Hero, Section, StatBand, Steps, TextLink } from 'kit/ui';
import { useState } from 'react';
import { deliveryContent as content } from '../../content/delivery.ts';
import { Portrait } from '../../sections/portrait.tsx';
import { talkHref } from '../../sections/talk-href.ts';
import { AgentStatus } from './agent-status.tsx';
import { QuoteDialog } from './quote-dialog.tsx';
import { useAgent } from './use-agent.ts';

/** One agent, for everybody who knows its name (specification, sections 2, 4 and 7). Mount it anew for another name. */
export function AgentDelivery({ agentName }: { agentName: string }) {
  const { state, retry } = useAgent(agentName);
  if (state.status === 'found') return <FoundAgent agentName={agentName} agent={state.agent} />;
  if (state.status === 'loading') {
    return (
      <Hero
        layout="plain"
        kicker={<AgentStatus light="waiting">{content.loading}</AgentStatus>}
        title={content.loadingTitle}
      />
    );
  }
  const { title, text, unreachable, retry: retryLabel, action } = content.notFound;
  return (
    <Hero
      layout="plain"
      kicker={<AgentStatus light="off">{text}</AgentStatus>}
      title={title}
      lead={state.asked ? undefined : unreachable}
      actions={
        <>
          {!state.asked && <Button onClick={retry}>{retryLabel}</Button>}
          <ButtonLink to="/my-agent" variant={state.asked ? 'solid' : 'outline'}>
            {action}
          </ButtonLink>
        </>
      }
    />
  );
}

function FoundAgent({ agentName, agent }: { agentName: string; agent: PublicAgent }) {
  const { voice, phone } = useSite();
  const [asking, setAsking] = useState(false);
  const href = talkHref(voice.talkUrl, agent.elevenLabsAgentId);
  return (
    <>
      <Hero
        kicker={<AgentStatus light="on">{content.online}</AgentStatus>}
        title={agent.businessName}
        lead={agent.tagline}
        actions={
          <>
            {href && (
              <ButtonLink href={href} newTab size="lg">
                {content.talk}
              </ButtonLink>
            )}
            <Button variant="outline" size="lg" onClick={() => setAsking(true)}>
              {content.quote}
            </Button>
          </>
        }
        note={
          !href && (
            <>
              {content.noVoice} <TextLink href={telephoneHref(phone)}>{phone}</TextLink>
            </>
          )
        }
        art={<Portrait businessName={agent.businessName} />}
      />
      <Section space="sm">
        <StatBand items={content.facts} />
      </Section>
      <Section tone="fog" title={content.how.title}>
        <Steps items={content.how.items} />
      </Section>
      <QuoteDialog open={asking} onClose={() => setAsking(false)} agentName={agentName} agentId={agent.id} />
    </>
  );
}

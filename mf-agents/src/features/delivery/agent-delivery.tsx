import { StatBand, Steps } from 'kit/blocks';
import { type ShownPublicAgent, shownPublicAgentSchema } from 'kit/contracts/agent';
import { telephoneHref } from 'kit/contracts/telephone';
import { useDialogEntry } from 'kit/dialog-entry';
import { focusHeading } from 'kit/heading-focus';
import { useRouteData } from 'kit/route-data';
import { useSite } from 'kit/site';
import { Button, ButtonLink, chakra, Hero, Section, TextLink } from 'kit/ui';
import { useEffect, useRef } from 'react';
import { deliveryContent as content } from '../../content/delivery.ts';
import { talkHref } from '../../links/talk-href.ts';
import { OnlineMark } from '../../sections/online-mark.tsx';
import { Portrait } from '../../sections/portrait.tsx';
import { LoadingCard, NotFoundCard } from './lookup-cards.tsx';
import { QuoteDialog } from './quote-dialog.tsx';

/** What follows the page starts below the window in every state, so nothing visible moves when the answer arrives. */
const View = chakra('div', {
  base: { minHeight: '100vh', display: 'flex', flexDirection: 'column', '& > section:last-of-type': { flexGrow: '1' } },
});

/** One agent, for everybody who knows its name (docs/specification.md#2, #4, #7). Use the name as the `key`. */
export function AgentDelivery({ agentName }: { agentName: string }) {
  const { state, retry } = useRouteData(shownPublicAgentSchema);
  const view = useRef<HTMLDivElement>(null);
  const { status } = state;

  // The heading of the loading card had the focus after a navigation and is removed, so the new heading gets it.
  useEffect(() => {
    if (status !== 'loading' && document.activeElement === document.body) focusHeading(view.current);
  }, [status]);

  return (
    <View ref={view} data-frame="quiet" data-call-bar="none">
      {status === 'loading' && <LoadingCard />}
      {status === 'missing' && <NotFoundCard onRetry={state.answered ? undefined : retry} />}
      {status === 'found' && <FoundAgent agentName={agentName} agent={state.value} />}
    </View>
  );
}

function FoundAgent({ agentName, agent }: { agentName: string; agent: ShownPublicAgent }) {
  const { voice, phone } = useSite();
  const quote = useDialogEntry('quote');
  const href = talkHref(voice.talkUrl, agent.elevenLabsAgentId);
  return (
    <>
      <Hero
        kicker={<OnlineMark>{content.online}</OnlineMark>}
        title={agent.businessName}
        lead={agent.tagline}
        actions={
          <>
            {href && (
              <ButtonLink href={href} newTab size="lg">
                {content.talk}
              </ButtonLink>
            )}
            <Button variant="outline" size="lg" onClick={() => quote.open(true)}>
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
      <QuoteDialog open={quote.value === true} onClose={quote.close} agentName={agentName} agentId={agent.id} />
    </>
  );
}

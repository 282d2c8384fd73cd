import { StatBand } from 'kit/blocks';
import type { ShownAgent } from 'kit/contracts/agent';
import { defaultRequestType } from 'kit/contracts/support';
import { useDialogEntry } from 'kit/dialog-entry';
import { useSite } from 'kit/site';
import { Badge, Button, ButtonLink, CallToAction, Grid, Hero, HStack, Section } from 'kit/ui';
import { agentViewContent as content } from '../../content/portal.ts';
import { mailtoHref } from '../../links/mailto-href.ts';
import { talkHref } from '../../links/talk-href.ts';
import { TaskCard } from '../../sections/task-card.tsx';
import { PublicLinkCard } from './public-link-card.tsx';
import { type RequestType, SupportDialog } from './support-dialog.tsx';

/** The portal of one agent, shown after its code was entered (docs/specification.md#2). */
export function AgentView({ agent }: { agent: ShownAgent }) {
  const { voice, mailboxes } = useSite();
  const dialog = useDialogEntry('support');
  const asked = dialog.value as { type: RequestType; document: number } | undefined;
  const ask = (type: RequestType) => dialog.open({ type, document: performance.timeOrigin });
  // A reload takes the agent away, and who gives the code again asks for no dialog.
  const requestType = asked?.document === performance.timeOrigin ? asked.type : null;
  const href = talkHref(voice.talkUrl, agent.elevenLabsAgentId);
  const { talk, support, upgrade } = content;
  return (
    <>
      <Hero
        layout="plain"
        kicker={content.welcome}
        title={agent.businessName}
        lead={agent.tagline}
        actions={
          <HStack gap="2" flexWrap="wrap">
            <Badge tone="success">{content.active}</Badge>
            {href && <Badge tone="success">{content.voiceEnabled}</Badge>}
            <Badge tone="success">{content.available}</Badge>
          </HStack>
        }
      />
      <Section space="sm">
        <Grid gridTemplateColumns={{ base: '1fr', lg: 'repeat(3, minmax(0, 1fr))' }} gap="6">
          <TaskCard {...talk} text={href ? talk.text : talk.noVoice} look="marked">
            {href && (
              <ButtonLink href={href} newTab marginTop="auto">
                {talk.action}
              </ButtonLink>
            )}
          </TaskCard>
          <PublicLinkCard agentName={agent.agentName} />
          <TaskCard {...support}>
            <Button variant="outline" marginTop="auto" onClick={() => ask(defaultRequestType)}>
              {support.action}
            </Button>
          </TaskCard>
        </Grid>
      </Section>
      <Section space="sm" tone="fog">
        <StatBand items={content.facts} />
      </Section>
      <CallToAction
        tone="paper"
        title={upgrade.title}
        lead={upgrade.text}
        actions={
          <>
            <Button onClick={() => ask('upgrade_request')}>{upgrade.quote}</Button>
            <ButtonLink
              variant="outline"
              href={mailtoHref(mailboxes.clientAdmin, upgrade.paymentSubject(agent.businessName))}
            >
              {upgrade.payment}
            </ButtonLink>
          </>
        }
      />
      <SupportDialog requestType={requestType} onClose={dialog.close} agent={agent} />
    </>
  );
}

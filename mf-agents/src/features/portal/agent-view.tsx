import type { Agent } from 'kit/contracts/agent';
import { defaultRequestType } from 'kit/contracts/support';
import { useSite } from 'kit/site';
import { Badge, Button, ButtonLink, Card, Grid, Heading, Hero, HStack, Section, StatBand, Text } from 'kit/ui';
import { useState } from 'react';
import { agentViewContent as content } from '../../content/portal.ts';
import { mailtoHref } from '../../sections/mailto-href.ts';
import { talkHref } from '../../sections/talk-href.ts';
import { PublicLinkCard } from './public-link-card.tsx';
import { type RequestType, SupportDialog } from './support-dialog.tsx';

/** The portal of one agent, for whoever knows its code (specification, section 2). */
export function AgentView({ agent }: { agent: Agent }) {
  const { voice, mailboxes } = useSite();
  const [requestType, setRequestType] = useState<RequestType | null>(null);
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
        <Grid templateColumns={{ base: '1fr', lg: 'repeat(2, minmax(0, 1fr))' }} gap="6">
          <Card padding="lg" look="marked">
            <Heading as="h2" size="h3">
              {talk.title}
            </Heading>
            <Text tone="muted">{href ? talk.text : talk.noVoice}</Text>
            {href && (
              <ButtonLink href={href} newTab size="lg">
                {talk.action}
              </ButtonLink>
            )}
          </Card>
          <PublicLinkCard agentName={agent.agentName} />
        </Grid>
      </Section>
      <Section space="sm" tone="fog">
        <StatBand items={content.facts} />
      </Section>
      <Section layout="split" title={upgrade.title} lead={upgrade.text}>
        <HStack gap="4" flexWrap="wrap">
          <Button onClick={() => setRequestType('upgrade_request')}>{upgrade.quote}</Button>
          <ButtonLink
            variant="outline"
            href={mailtoHref(mailboxes.clientAdmin, upgrade.paymentSubject(agent.businessName))}
          >
            {upgrade.payment}
          </ButtonLink>
        </HStack>
      </Section>
      <Section layout="split" tone="fog" title={support.title} lead={support.text}>
        <Button variant="outline" onClick={() => setRequestType(defaultRequestType)}>
          {support.action}
        </Button>
      </Section>
      <SupportDialog requestType={requestType} onClose={() => setRequestType(null)} agent={agent} />
    </>
  );
}

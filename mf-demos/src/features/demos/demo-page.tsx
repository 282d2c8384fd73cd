import { Points, Steps } from 'kit/blocks';
import type { PublicSite } from 'kit/contracts/site-config';
import { useSite } from 'kit/site';
import { Box, ButtonLink, CallToAction, Columns, Heading, Hero, Section } from 'kit/ui';
import { demoPageContent as content } from '../../content/demos.ts';
import { VoicePanel } from './voice-panel.tsx';

type DemoClient = PublicSite['demos']['clients'][number];

/** One client's demo: its voice agent and a list of what the agent can do (docs/specification.md#2). */
export function DemoPage({ client }: { client: DemoClient }) {
  const { sales } = useSite().mailboxes;
  const { howTo, capabilities, order } = content;
  return (
    <>
      <Hero layout="plain" kicker={client.industry} title={client.name} lead={client.description} />
      <Section space="sm">
        <Columns>
          <VoicePanel />
          <Box>
            <Heading as="h2" size="h3" marginBottom="5">
              {capabilities}
            </Heading>
            <Points items={client.features} />
          </Box>
        </Columns>
      </Section>
      <Section tone="fog" title={howTo.title}>
        <Steps items={howTo.items} />
      </Section>
      <CallToAction
        title={order.title}
        lead={order.lead}
        actions={
          <ButtonLink href={`mailto:${sales}?subject=${encodeURIComponent(order.subject(client.name))}`} size="lg">
            {order.action}
          </ButtonLink>
        }
      />
    </>
  );
}

import { Points, Steps } from 'kit/blocks';
import type { PublicSite } from 'kit/contracts/site-config';
import { useSite } from 'kit/site';
import {
  Box,
  ButtonLink,
  CallToAction,
  Card,
  Columns,
  chakra,
  ErrorPanel,
  Heading,
  Hero,
  Section,
  Spinner,
  Text,
  TextLink,
} from 'kit/ui';
import { embedVoice, openVoice } from 'kit/voice';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { demoPageContent as content } from '../../content/demos.ts';

type DemoClient = PublicSite['demos']['clients'][number];

/** One client's demo: its voice agent and a list of what the agent can do (docs/specification.md#2). */
export function DemoPage({ client }: { client: DemoClient }) {
  const { sales } = useSite().mailboxes;
  const { howTo, order } = content;
  return (
    <>
      <Hero layout="plain" kicker={client.industry} title={client.name} lead={client.description} />
      <Section space="sm">
        <Columns>
          <VoicePanel />
          <Box>
            <Heading as="h2" size="h3" marginBottom="5">
              What this agent can do
            </Heading>
            <Points items={client.features} />
          </Box>
        </Columns>
      </Section>
      <Section tone="fog" title="How to use this demo">
        <Steps items={howTo} />
      </Section>
      <CallToAction
        title={order.title}
        lead={order.lead}
        actions={
          <ButtonLink href={`mailto:${sales}?subject=${encodeURIComponent(order.subject(client.name))}`} size="lg">
            Get Your AI Agent
          </ButtonLink>
        }
      />
    </>
  );
}

/** By default the widget covers the window; here it covers its stage, which is high enough for it to open. */
const Stage = chakra('div', {
  base: {
    position: 'relative',
    width: '100%',
    minHeight: '26rem',
    '&:empty': { display: 'none' },
    '& > *': { position: 'absolute', inset: '0', zIndex: '0' },
  },
});

/** The voice widget of a demo: a spinner while it loads, a retry button if it fails. */
function VoicePanel() {
  const stage = useRef<HTMLDivElement>(null);
  const { voice } = useSite();
  const { state, retry } = useEmbeddedVoice(stage);
  return (
    // As high as with the widget, so that nothing below moves when it loads.
    <Card padding="lg" minHeight={{ base: '34rem', md: '36rem' }} justifyContent="center">
      {state === 'loading' && <Spinner label="Loading the voice agent..." />}
      {state === 'failed' && (
        <ErrorPanel title="The demo cannot be loaded" onRetry={retry}>
          {content.failed}
        </ErrorPanel>
      )}
      {state === 'shown' && (
        <Text role="status" tone="muted">
          {content.ready}
        </Text>
      )}
      <Stage ref={stage} />
      {state === 'shown' && (
        <Text size="sm" tone="muted">
          No button to press?{' '}
          <TextLink href={voice.talkUrl.replaceAll('{agentId}', voice.agents.demos)} newTab>
            Open the talk page
          </TextLink>
        </Text>
      )}
    </Card>
  );
}

/** In milliseconds. After this time the page reports that the demo cannot be loaded. A widget that loads later still appears. */
const loadTimeout = 8000;

type EmbeddedVoice = 'loading' | 'shown' | 'failed';

/**
 * Moves the page's one voice widget, with the demos' agent, into an element while that is mounted; after that it floats again.
 */
function useEmbeddedVoice(target: RefObject<HTMLElement | null>): { state: EmbeddedVoice; retry: () => void } {
  const { voice } = useSite();
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<EmbeddedVoice>('loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!target.current) return undefined;
    let left = false;
    let hasFailed = false;
    setState('loading');
    const timer = setTimeout(() => setState('failed'), loadTimeout);
    embedVoice(voice, target.current, voice.agents.demos).then((isThere) => {
      hasFailed = !isThere;
      clearTimeout(timer);
      if (!left) setState(isThere ? 'shown' : 'failed');
    });
    return () => {
      left = true;
      clearTimeout(timer);
      // Moves the widget out of its box; the next page may give it another agent.
      if (!hasFailed) void openVoice(voice, voice.agents.demos);
    };
  }, [target, voice, attempt]);

  return { state, retry: () => setAttempt((last) => last + 1) };
}

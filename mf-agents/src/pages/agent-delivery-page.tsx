import { StatBand, Steps } from 'kit/blocks';
import { type ShownPublicAgent, shownPublicAgentSchema } from 'kit/contracts/agent';
import { telephoneHref } from 'kit/contracts/telephone';
import { useDialogEntry } from 'kit/dialog-entry';
import { focusHeading } from 'kit/heading-focus';
import { useRouteData } from 'kit/route-data';
import { useSite } from 'kit/site';
import { TopBar } from 'kit/top-bar';
import {
  Button,
  ButtonLink,
  Card,
  chakra,
  Heading,
  Hero,
  HStack,
  palette,
  Section,
  Spinner,
  Text,
  TextLink,
} from 'kit/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { deliveryContent as content } from '../content/delivery.ts';
import { QuoteDialog } from '../features/delivery/quote-dialog.tsx';
import { talkHref } from '../links/hrefs.ts';

export function AgentDeliveryPage() {
  const { agentName = '' } = useParams();
  return (
    <>
      <TopBar>
        <ButtonLink to="/" variant="outline" size="sm">
          Back to Main Site
        </ButtonLink>
      </TopBar>
      <AgentDelivery key={agentName} agentName={agentName} />
    </>
  );
}

/** What follows the page starts below the window in every state, so nothing visible moves when the answer arrives. */
const View = chakra('div', {
  base: { minHeight: '100vh', display: 'flex', flexDirection: 'column', '& > section:last-of-type': { flexGrow: '1' } },
});

/** The public page of one agent (docs/specification.md#2, #4, #7). Use the name as the `key`. */
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
      {status === 'loading' && (
        <LookUpCard title="Your AI agent">
          <Spinner label="Loading your AI agent..." />
        </LookUpCard>
      )}
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
        kicker={<OnlineMark>Agent Online & Ready</OnlineMark>}
        title={agent.businessName}
        lead={agent.tagline}
        actions={
          <>
            {href && (
              <ButtonLink href={href} newTab size="lg">
                Start Talking Now
              </ButtonLink>
            )}
            <Button variant="outline" size="lg" onClick={() => quote.open(true)}>
              Get Custom Quote
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
        art={
          <Card padding="lg" gap="8" alignItems="stretch">
            <Portrait businessName={agent.businessName} />
            <StatBand items={content.facts} />
          </Card>
        }
      />
      <Section title={content.how.title} lead={content.how.lead}>
        <Steps items={content.how.items} />
      </Section>
      <QuoteDialog open={quote.value === true} onClose={quote.close} agentName={agentName} agentId={agent.id} />
    </>
  );
}

function LookUpCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    // In the tone of the bar above it.
    <Section space="md" tone="ink">
      <Card data-tone="paper" padding="lg" maxWidth="40rem" marginInline="auto">
        <Heading as="h1" size="h1">
          {title}
        </Heading>
        {children}
      </Card>
    </Section>
  );
}

/** `onRetry` is set if the look-up failed, because the agent may exist then. */
function NotFoundCard({ onRetry }: { onRetry: (() => void) | undefined }) {
  const { text, help, unreachable } = content.notFound;
  return (
    <LookUpCard title="Agent Not Found">
      <Text size="lead">{text}</Text>
      <Text tone="muted">{onRetry ? unreachable : help}</Text>
      <HStack gap="4" flexWrap="wrap" paddingTop="2">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <ButtonLink to="/my-agent" variant={onRetry ? 'outline' : 'solid'}>
          Go to My Agent
        </ButtonLink>
      </HStack>
    </LookUpCard>
  );
}

const OnlineMark = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3',
    color: 'success',
    '&::before': {
      content: '""',
      flexShrink: '0',
      width: '0.75rem',
      height: '0.75rem',
      borderRadius: 'full',
      background: 'success',
      forcedColorAdjust: 'none',
    },
  },
});

const Drawing = chakra('svg', {
  base: {
    width: '100%',
    maxWidth: { base: '9rem', md: '12rem' },
    height: 'auto',
    display: 'block',
    marginInline: 'auto',
  },
});

/** The initials of the first and the last word: `Summit Dental Care` is `SC`. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0]?.toUpperCase() ?? '').join('');
}

/** The agent's profile picture: its business's initials on a gradient. */
function Portrait({ businessName }: { businessName: string }) {
  return (
    <Drawing viewBox="0 0 240 240" role="img" aria-label={`Profile image of ${businessName}`}>
      <circle cx="120" cy="120" r="118" fill={palette.inkRaised} stroke={palette.inkLine} strokeWidth="2" />
      <path d="M120 120 18 60a118 118 0 0 0 0 120Z" fill={palette.beacon} opacity="0.16" />
      <path d="M120 120 222 60a118 118 0 0 1 0 120Z" fill={palette.beacon} opacity="0.16" />
      <circle cx="120" cy="120" r="62" fill={palette.beacon} />
      <text
        x="120"
        y="139"
        textAnchor="middle"
        fontSize="52"
        fontWeight="700"
        fontFamily="var(--k-fonts-heading)"
        fill={palette.ink}
      >
        {initialsOf(businessName)}
      </text>
      <path
        d="M26 108v24M43 94v52M197 94v52M214 108v24"
        stroke={palette.beacon}
        strokeWidth="7"
        strokeLinecap="round"
      />
    </Drawing>
  );
}

import { Points } from 'kit/blocks';
import { useHeadingFocus } from 'kit/heading-focus';
import { SampleCall } from 'kit/sample-call';
import { useSite } from 'kit/site';
import { TalkButton } from 'kit/talk-button';
import { TopBar } from 'kit/top-bar';
import { Button, ButtonLink, CallToAction, Card, Heading, Hero, Section, Stack, Text } from 'kit/ui';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showingCall } from '../content/demos.ts';
import { gateContent } from '../content/gate.ts';
import { AccessGate } from '../features/access/access-gate.tsx';
import { lock, useUnlocked } from '../features/access/unlocked.ts';
import { DemoList } from '../features/demos/demo-list.tsx';
import { DemoPage } from '../features/demos/demo-page.tsx';

/** The access gate, then the list of demos or the one in the URL (docs/specification.md#4). */
export function DemosPage() {
  const unlocked = useUnlocked();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { clients } = useSite().demos;
  const client = unlocked ? clients.find(({ id }) => id === query.get('demo')) : undefined;
  const view = useRef<HTMLDivElement>(null);
  useHeadingFocus(view, unlocked ? (client?.id ?? 'list') : 'gate', { scroll: 'top' });

  function handleLogout() {
    lock();
    navigate({ search: '' }, { replace: true });
  }

  return (
    <div ref={view}>
      <TopBar tone={unlocked ? 'ink' : 'fog'}>
        {client && (
          <Button variant="outline" size="sm" onClick={() => navigate({ search: '' })}>
            Back to Demos
          </Button>
        )}
        <ButtonLink to="/" variant="outline" size="sm">
          Main Site
        </ButtonLink>
        {unlocked && (
          <Button variant="outline" size="sm" onClick={handleLogout}>
            Logout
          </Button>
        )}
      </TopBar>
      {!unlocked && <Gate />}
      {unlocked && !client && <DemoList clients={clients} />}
      {client && <DemoPage key={client.id} client={client} />}
    </div>
  );
}

function Gate() {
  const { behind, hear, own } = gateContent;
  return (
    <>
      <Hero
        tone="fog"
        kicker={gateContent.kicker}
        title={gateContent.title}
        lead={gateContent.lead}
        art={
          <Card data-tone="paper" padding="lg">
            <AccessGate />
          </Card>
        }
      />
      <Section tone="ink" space="sm" layout="split" title={hear.title} lead={hear.lead}>
        <SampleCall call={showingCall} />
      </Section>
      <Section layout="split" title={behind.title} lead={behind.lead}>
        <Behind />
      </Section>
      <CallToAction
        tone="fog"
        title={own.title}
        lead={own.lead}
        actions={<TalkButton label="Talk to Our AI Specialist" size="lg" />}
      />
    </>
  );
}

/** What an agent of each client does; its name and its voice are behind the password. */
function Behind() {
  const { clients } = useSite().demos;
  return (
    <Stack gap="6">
      {clients.map(({ id, industry, description, features }) => (
        <Card key={id} padding="lg">
          <Heading as="h3" size="h3">
            {industry}
          </Heading>
          <Text tone="muted">{description}</Text>
          <Points items={features} columns={2} />
        </Card>
      ))}
    </Stack>
  );
}

import { Prose } from 'kit/blocks';
import { ArrowRight, Phone } from 'kit/icons';
import type { Tone } from 'kit/theme';
import {
  Badge,
  Button,
  ButtonLink,
  Heading,
  Hero,
  HStack,
  Icon,
  Section,
  Spinner,
  Stack,
  Text,
  TextLink,
} from 'kit/ui';
import { BlocksShown } from '../sections/blocks-shown.tsx';
import { FormsShown, MessagesShown } from '../sections/forms-shown.tsx';

/** Every component of the kit in every state and on every background. The shell serves it at `/kit` in development only. */
export function KitPage() {
  return (
    <>
      <Hero
        kicker="Lead generation for local trades"
        title="Find the customers you cannot see yet"
        lead="Homeowners ask for a quote in your town every day. We put you in front of them first, and only you."
        actions={
          <>
            <ButtonLink to="/consultation" size="lg">
              Schedule a consultation
            </ButtonLink>
            <ButtonLink to="/leads" size="lg" variant="outline">
              Browse lead packs
            </ButtonLink>
          </>
        }
        note="No contracts. No leads, no payment."
      />
      <TypeShown />
      <ControlsShown />
      <BlocksShown />
      <Section id="forms" tone="fog" title="Forms" layout="split">
        <FormsShown label="On fog" />
      </Section>
      <Section id="forms-ink" tone="ink" title="Forms on ink">
        <FormsShown label="On ink" />
      </Section>
      <MessagesShown />
    </>
  );
}

const sizes = ['display', 'h1', 'h2', 'h3', 'h4'] as const;

function TypeShown() {
  return (
    <Section id="type" title="Type" lead="One display face for headings, the system's own for the rest.">
      <Stack gap="6">
        {sizes.map((size) => (
          <Heading key={size} as="h3" size={size}>
            Exclusive leads, 24/7, $325 a pack ({size})
          </Heading>
        ))}
        <Text size="lead">Lead: calls from people who asked for a roof this week, sent to one roofer.</Text>
        <Text>
          Body: we verify the name, the number and the need before you see a lead. You pay for the ones you get, and{' '}
          <TextLink to="/contact">say when to stop</TextLink>.
        </Text>
        <Text size="sm" tone="muted">
          Small and muted: offices in Florida, Utah and Boston.
        </Text>
        <HStack gap="3" flexWrap="wrap">
          <Badge>Plain</Badge>
          <Badge tone="success">Verified</Badge>
          <Badge tone="beacon">Most Popular</Badge>
          <Badge tone="danger">Sold out</Badge>
        </HStack>
        <Prose>
          <h3>Prose</h3>
          <p>Paragraphs, headings and lists written as plain elements.</p>
          <ul>
            <li>Sent the minute they ask, by email, SMS or into your CRM</li>
            <li>
              Never sold twice, <a href="#type">and we can show it</a>
            </li>
          </ul>
        </Prose>
      </Stack>
    </Section>
  );
}

const tones = ['paper', 'fog', 'ink'] as const satisfies readonly Tone[];

function ControlsShown() {
  return tones.map((tone) => (
    <Section key={tone} id={`controls-${tone}`} tone={tone} title={`Controls on ${tone}`} space="sm">
      <Stack gap="6" alignItems="start">
        <HStack gap="4" flexWrap="wrap">
          <Button size="lg">Large</Button>
          <Button>Solid</Button>
          <Button variant="outline">Outline</Button>
          <Button variant="quiet">Quiet</Button>
          <Button size="sm">Small</Button>
          <Button disabled>Disabled</Button>
          <Button disabled variant="outline">
            Submitting...
          </Button>
        </HStack>
        <HStack gap="4" flexWrap="wrap">
          <ButtonLink href="tel:+18015550142" variant="outline">
            <Icon shape={Phone} size={20} />
            (801) 555-0142
          </ButtonLink>
          <ButtonLink to="/leads">
            Browse packs
            <Icon shape={ArrowRight} size={20} />
          </ButtonLink>
          <TextLink to="/hvac" variant="onward">
            Learn More
          </TextLink>
          <TextLink href="https://calendar.example" newTab>
            Opens elsewhere
          </TextLink>
          <TextLink to="/faq" variant="plain">
            Plain
          </TextLink>
        </HStack>
        <Spinner label="Looking for your agent..." />
      </Stack>
    </Section>
  ));
}

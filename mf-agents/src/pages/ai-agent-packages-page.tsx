import { FeatureGrid } from 'kit/blocks';
import { Check, CircleCheck, Minus } from 'kit/icons';
import { useSite } from 'kit/site';
import { TalkButton } from 'kit/talk-button';
import {
  Badge,
  ButtonLink,
  Card,
  Columns,
  chakra,
  Grid,
  Heading,
  Hero,
  HStack,
  Icon,
  Section,
  Text,
  TextLink,
  VisuallyHidden,
} from 'kit/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { talkLabel } from '../content/navigation.ts';
import { type AgentPackage, packagesContent as content, features } from '../content/packages.ts';
import { NextStepButton } from '../features/next-step/next-step-button.tsx';
import { mailtoHref } from '../links/hrefs.ts';
import { AgentFrame } from '../sections/agent-frame.tsx';
import { LowHeads } from '../sections/low-heads.tsx';

export function AiAgentPackagesPage() {
  const { sales } = useSite().mailboxes;
  const { hero, size, demo, custom } = content;
  return (
    <AgentFrame>
      <LowHeads>
        <Hero layout="plain" kicker={hero.kicker} title={hero.title} lead={hero.lead} />
        <Packages />
      </LowHeads>
      <Section id="size" tone="fog" layout="split" title="What the numbers mean">
        <FeatureGrid items={size.facts} look="rows" />
      </Section>
      <Section tone="ink">
        <Grid gridTemplateColumns={{ base: '1fr', lg: 'repeat(2, minmax(0, 1fr))' }} gap="6">
          <Card as="article" padding="lg">
            <Heading as="h2" size="h2">
              {demo.title}
            </Heading>
            <Text tone="muted">{demo.text}</Text>
            <HStack gap="4" flexWrap="wrap" alignItems="flex-start" paddingTop="4">
              <TalkButton label={talkLabel} />
              <ButtonLink
                variant="outline"
                width={{ base: '100%', sm: 'auto' }}
                href={mailtoHref(sales, demo.bookSubject, demo.bookBody)}
              >
                Book Demo Call
              </ButtonLink>
            </HStack>
          </Card>
          <Card as="article" padding="lg" linked>
            <Heading as="h2" size="h2">
              {custom.title}
            </Heading>
            <Text tone="muted">{custom.text}</Text>
            <TextLink to="/custom-ai-agent" variant="onward" data-cover="">
              Build your own
            </TextLink>
          </Card>
        </Grid>
      </Section>
    </AgentFrame>
  );
}

const Rule = chakra('hr', { base: { width: '100%', border: '0', borderTop: '1px solid', borderColor: 'line' } });

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '2',
    width: '100%',
  },
});

const Volume = chakra('strong', { base: { display: 'block', textStyle: 'h2' } });

/** The features of all packages in the same order, so that the cards can be compared row by row. */
const Features = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    width: '100%',
    '& > li': { display: 'grid', gridTemplateColumns: '1.25rem minmax(0, 1fr)', columnGap: '3' },
    '& svg': { color: 'success', marginTop: '0.2em' },
    // In one column there are no rows to compare, so a card shows only what it has.
    '& > [data-without]': { color: 'muted', lgDown: { display: 'none' } },
    '& > [data-without] svg': { color: 'control' },
  },
});

const Fit = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    color: 'success',
    fontSize: 'sm',
    fontWeight: '600',
    // Beside each other, the cards keep the space, so that they do not move with the slider.
    '&[data-without]': { visibility: 'hidden', lgDown: { display: 'none' } },
  },
});

interface PackageCardProps {
  item: AgentPackage;
  /** The package is the smallest one for the chosen number of calls. */
  fits: boolean;
}

function PackageCard({ item, fits }: PackageCardProps) {
  return (
    <Card
      as="article"
      look={item.popular ? 'marked' : 'plain'}
      padding="lg"
      paddingInline={{ base: '6', md: '6', lg: '5', xl: '10' }}
      outline={fits ? '2px solid' : undefined}
      outlineColor="success"
      aria-labelledby={`package-${item.id}`}
    >
      <Head>
        <Heading as="h3" size="h3" id={`package-${item.id}`}>
          {item.name}
        </Heading>
        {item.popular && <Badge tone="beacon">Most Popular</Badge>}
      </Head>
      <Text>
        <Volume>{item.volume}</Volume> {item.unit}
      </Text>
      <Text tone="muted">{item.text}</Text>
      <Fit data-without={fits ? undefined : ''}>
        <Icon shape={CircleCheck} size={20} />
        Fits your number of calls
      </Fit>
      <Rule />
      <Features role="list">
        {features.map((feature, index) => (
          <li key={feature} data-without={index < item.includes ? undefined : ''}>
            <Icon shape={index < item.includes ? Check : Minus} size={20} />
            <span>
              {index >= item.includes && <VisuallyHidden>Not included: </VisuallyHidden>}
              {feature}
            </span>
          </li>
        ))}
      </Features>
      <chakra.div marginTop="auto" paddingTop="4" width="100%">
        <NextStepButton
          label="Get Started"
          note={content.startNote}
          variant={item.popular ? 'solid' : 'outline'}
          aria-describedby={`package-${item.id}`}
          wide
        />
      </chakra.div>
    </Card>
  );
}

/** The monthly interactions of each package, in the order of the list (docs/specification.md#9). */
const limits = [500, 2000, Number.POSITIVE_INFINITY] as const;

/** Calls at the right end of the slider, and the step between its positions. */
const maxCalls = 3000;
const callStep = 50;

const Finder = chakra('div', {
  base: {
    maxWidth: '40rem',
    '& > label': { display: 'flex', justifyContent: 'space-between', gap: '2', fontWeight: '600' },
    // The margin keeps the focus ring off the texts.
    '& > input': { width: '100%', height: '2.75rem', marginBlock: '2', accentColor: 'var(--k-colors-action)' },
    '& output': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    // The page's text has the name only once, as the heading of its card; CSS adds it to the link's accessible name.
    '& a::before': { content: 'attr(data-name) " "' },
  },
});

/** The three packages, and a slider that marks the one for a number of calls a month. */
function Packages() {
  const { size, packages } = content;
  const [calls, setCalls] = useState(400);
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  // A slider may be moved before the scripts come.
  useEffect(() => {
    if (slider.current) setCalls(slider.current.valueAsNumber);
  }, []);
  const place = limits.findIndex((limit) => calls <= limit);
  const counted = calls.toLocaleString('en-US');
  const isMost = calls === maxCalls;
  return (
    <Section id="packages" space="sm">
      <Columns marginBottom={{ base: '8', md: '10' }}>
        <Heading as="h2" size="h2">
          Three packages
        </Heading>
        <Finder>
          <label htmlFor={id}>
            {size.label}
            <output htmlFor={id}>{isMost ? `${counted}+` : counted}</output>
          </label>
          <input
            ref={slider}
            id={id}
            type="range"
            min={0}
            max={maxCalls}
            step={callStep}
            value={calls}
            onChange={({ target }) => setCalls(target.valueAsNumber)}
          />
          <p role="status">
            {isMost ? `${counted} or more` : counted} {size.fits}{' '}
            <a href={`#package-${packages[place]?.id}`} data-name={packages[place]?.name}>
              {size.place}
            </a>
            .
          </p>
        </Finder>
      </Columns>
      <Grid gridTemplateColumns={{ base: '1fr', lg: 'repeat(3, minmax(0, 1fr))' }} gap="6">
        {packages.map((item, index) => (
          <PackageCard key={item.id} item={item} fits={index === place} />
        ))}
      </Grid>
    </Section>
  );
}

import { FeatureGrid, Points } from 'kit/blocks';
import { useSite } from 'kit/site';
import { TalkButton } from 'kit/talk-button';
import { Badge, Box, ButtonLink, Card, chakra, Grid, Heading, Hero, HStack, Section, Text, TextLink } from 'kit/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { talkLabel } from '../content/navigation.ts';
import { type AgentPackage, packagesContent as content } from '../content/packages.ts';
import { NextStepButton } from '../features/next-step/next-step-button.tsx';
import { mailtoHref } from '../links/hrefs.ts';
import { AgentFrame } from '../sections/agent-frame.tsx';

export function AiAgentPackagesPage() {
  const { sales } = useSite().mailboxes;
  const { hero, list, packages, demo, custom } = content;
  return (
    <AgentFrame>
      <Hero layout="plain" kicker={hero.kicker} title={hero.title} lead={hero.lead} />
      <Section id="packages" title={list.title}>
        <Grid gridTemplateColumns={{ base: '1fr', lg: 'repeat(3, minmax(0, 1fr))' }} gap="6">
          {packages.map((item) => (
            <PackageCard key={item.id} item={item} />
          ))}
        </Grid>
      </Section>
      <PackageFinder />
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
                {demo.book}
              </ButtonLink>
            </HStack>
          </Card>
          <Card as="article" padding="lg" linked>
            <Heading as="h2" size="h2">
              {custom.title}
            </Heading>
            <Text tone="muted">{custom.text}</Text>
            <TextLink to="/custom-ai-agent" variant="onward" data-cover="">
              {custom.action}
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

function PackageCard({ item }: { item: AgentPackage }) {
  const { list } = content;
  return (
    <Card
      as="article"
      look={item.popular ? 'marked' : 'plain'}
      padding="lg"
      paddingInline={{ base: '6', xl: '10' }}
      aria-labelledby={`package-${item.id}`}
    >
      <Head>
        <Heading as="h3" size="h3" id={`package-${item.id}`}>
          {item.name}
        </Heading>
        {item.popular && <Badge tone="beacon">{list.popular}</Badge>}
      </Head>
      <Text>
        <Volume>{item.volume}</Volume> {item.unit}
      </Text>
      <Text tone="muted">{item.text}</Text>
      <Rule />
      <Points items={item.points} />
      <chakra.div marginTop="auto" paddingTop="4" width="100%">
        <NextStepButton
          label={list.start}
          note={list.startNote}
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
    '& > label': { display: 'flex', justifyContent: 'space-between', fontWeight: '600' },
    '& > input': { width: '100%', height: '2.75rem', accentColor: 'var(--k-colors-action)' },
    '& output': { fontVariantNumeric: 'tabular-nums' },
    '& > p': { marginTop: '2', fontSize: 'lg' },
  },
});

/** Recommends a package for a number of calls a month; the criterion between two packages is shown below. */
function PackageFinder() {
  const { size, packages } = content;
  const [calls, setCalls] = useState(400);
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  // A slider may be moved before the scripts come.
  useEffect(() => {
    if (slider.current) setCalls(slider.current.valueAsNumber);
  }, []);
  const place = limits.findIndex((limit) => calls <= limit);
  const counted = calls === maxCalls ? `${maxCalls} or more` : calls;
  return (
    <Section id="size" tone="fog" layout="split" title={size.title}>
      <Finder>
        <label htmlFor={id}>
          {size.label}
          <output htmlFor={id}>{counted}</output>
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
          {counted} {size.fits} <a href={`#package-${packages[place]?.id}`}>{size.places[place]}</a>.
        </p>
      </Finder>
      <Box marginTop="10">
        <FeatureGrid items={size.facts} look="rows" />
      </Box>
    </Section>
  );
}

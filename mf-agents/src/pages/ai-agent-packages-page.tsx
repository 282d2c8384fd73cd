import { useSite } from 'kit/site';
import { TalkButton } from 'kit/talk-button';
import { ButtonLink, Card, Grid, Heading, Hero, HStack, Section, Text, TextLink } from 'kit/ui';
import { packagesContent as content } from '../content/packages.ts';
import { talkLabel } from '../content/talk.ts';
import { NextStepButton } from '../features/next-step/next-step-button.tsx';
import { PackageFinder } from '../features/package-finder.tsx';
import { mailtoHref } from '../links/mailto-href.ts';
import { AgentFrame } from '../sections/agent-frame.tsx';
import { PackageCard } from '../sections/package-card.tsx';

export function AiAgentPackagesPage() {
  const { sales } = useSite().mailboxes;
  const { hero, list, packages, demo, custom } = content;
  return (
    <AgentFrame>
      <Hero layout="plain" kicker={hero.kicker} title={hero.title} lead={hero.lead} />
      <Section id="packages" title={list.title}>
        <Grid gridTemplateColumns={{ base: '1fr', lg: 'repeat(3, minmax(0, 1fr))' }} gap="6">
          {packages.map((item) => (
            <PackageCard
              key={item.id}
              item={item}
              popularLabel={list.popular}
              action={
                <NextStepButton
                  label={list.start}
                  note={list.startNote}
                  variant={'popular' in item ? 'solid' : 'outline'}
                  aria-describedby={`package-${item.id}`}
                  wide
                />
              }
            />
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

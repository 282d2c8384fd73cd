import type { PublicSite } from 'kit/contracts/site-config';
import { Badge, Card, Grid, Heading, Hero, HStack, Section, Text, TextLink } from 'kit/ui';
import type { MouseEvent } from 'react';
import { demosContent as content } from '../../content/demos.ts';
import { ClientLogo } from '../../sections/client-logo.tsx';

type DemoClient = PublicSite['demos']['clients'][number];

/** A card for each demo client, and a placeholder for the next one (docs/specification.md#2). */
export function DemoList({ clients }: { clients: readonly DemoClient[] }) {
  return (
    <>
      <Hero layout="plain" title={content.title} lead={content.lead} />
      <Section title={content.listTitle} space="sm">
        <Grid as="ul" role="list" gridTemplateColumns={{ base: '1fr', lg: 'repeat(2, minmax(0, 1fr))' }} gap="6">
          {clients.map((client) => (
            <DemoCard key={client.id} client={client} />
          ))}
          <Card as="li" look="dashed" padding="lg" justifyContent="center">
            <Heading as="h3" size="h3">
              {content.comingSoon}
            </Heading>
            <Text tone="muted">{content.comingSoonText}</Text>
          </Card>
        </Grid>
      </Section>
    </>
  );
}

/** A press anywhere on a card follows its link (docs/specification.md#2). */
function followLink({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && !target.closest('a')) currentTarget.querySelector('a')?.click();
}

function DemoCard({ client }: { client: DemoClient }) {
  return (
    <Card as="li" padding="lg" linked cursor="pointer" onClick={followLink}>
      <ClientLogo name={client.name} src={client.logo} />
      <HStack gap="3" alignItems="center" flexWrap="wrap">
        <Heading as="h3" size="h3">
          {client.name}
        </Heading>
        <Badge>{client.industry}</Badge>
      </HStack>
      <Text tone="muted">{client.description}</Text>
      <TextLink to={{ search: `?demo=${client.id}` }} variant="onward" aria-label={`${content.open}: ${client.name}`}>
        {content.open}
      </TextLink>
    </Card>
  );
}

import type { PublicSite } from 'kit/contracts/site-config';
import { Badge, Card, chakra, Grid, Heading, Hero, HStack, Section, Text, TextLink } from 'kit/ui';
import { type MouseEvent, useState } from 'react';
import { demosContent as content } from '../../content/demos.ts';

type DemoClient = PublicSite['demos']['clients'][number];

/** A card for each demo client, and a placeholder for the next one (docs/specification.md#2). */
export function DemoList({ clients }: { clients: readonly DemoClient[] }) {
  return (
    <>
      <Hero layout="plain" title={content.title} lead={content.lead} />
      <Section title="Choose a demo" space="sm">
        <Grid as="ul" role="list" gridTemplateColumns={{ base: '1fr', lg: 'repeat(2, minmax(0, 1fr))' }} gap="6">
          {clients.map((client) => (
            <DemoCard key={client.id} client={client} />
          ))}
          <Card as="li" look="dashed" padding="lg" justifyContent="center">
            <Heading as="h3" size="h3">
              Coming Soon
            </Heading>
            <Text tone="muted">{content.comingSoon}</Text>
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
      <TextLink to={{ search: `?demo=${client.id}` }} variant="onward" aria-label={`Open demo: ${client.name}`}>
        Open demo
      </TextLink>
    </Card>
  );
}

const Frame = chakra('span', {
  base: {
    flexShrink: '0',
    display: 'grid',
    // The space is reserved before the logo loads, because a logo may have any shape or be missing.
    width: '14rem',
    height: '4rem',
    maxWidth: '100%',
    fontWeight: '700',
    '& img': { width: '100%', height: '4rem', objectFit: 'contain', objectPosition: 'left' },
    '& > span': {
      display: 'grid',
      placeItems: 'center',
      width: '4rem',
      height: '4rem',
      borderRadius: 'md',
      background: 'ink',
      color: 'beacon',
    },
  },
});

/** A client's logo, or its initials without one. It is decorative, because the name is beside it. */
function ClientLogo({ name, src }: { name: string; src: string }) {
  const [missing, setMissing] = useState(false);
  return (
    <Frame aria-hidden="true">
      {missing ? <span>{initialsOf(name)}</span> : <img src={src} alt="" onError={() => setMissing(true)} />}
    </Frame>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase()).join('');
}

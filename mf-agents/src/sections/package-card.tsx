import { Points } from 'kit/blocks';
import { Badge, Card, chakra, Heading, Text } from 'kit/ui';
import type { ReactNode } from 'react';
import type { AgentPackage } from '../content/packages.ts';

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

interface PackageCardProps {
  item: AgentPackage;
  popularLabel: string;
  action: ReactNode;
}

export function PackageCard({ item, popularLabel, action }: PackageCardProps) {
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
        {item.popular && <Badge tone="beacon">{popularLabel}</Badge>}
      </Head>
      <Text>
        <Volume>{item.volume}</Volume> {item.unit}
      </Text>
      <Text tone="muted">{item.text}</Text>
      <Rule />
      <Points items={item.points} />
      <chakra.div marginTop="auto" paddingTop="4" width="100%">
        {action}
      </chakra.div>
    </Card>
  );
}

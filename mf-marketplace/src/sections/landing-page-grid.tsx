import { Badge, Card, Flex, Heading, SimpleGrid, Stack, Text } from 'kit/ui';
import { dollars } from '../content/dollars.ts';
import type { LandingPage } from '../content/industry.ts';
import { LandingPagePreview } from './landing-page-preview.tsx';
import { ViewDemoButton } from './view-demo-button.tsx';

/** "High-Converting Landing Pages" of one industry. */
export function LandingPageGrid({ pages }: { pages: readonly LandingPage[] }) {
  return (
    <Stack gap="6" marginTop={{ base: '12', md: '16' }}>
      <Heading as="h3" size="h3">
        High-Converting Landing Pages
      </Heading>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
        {pages.map((page) => (
          <LandingPageCard key={page.id} page={page} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function LandingPageCard({ page }: { page: LandingPage }) {
  const nameId = `${page.id}-name`;
  return (
    <Card padding="none">
      <LandingPagePreview scene={page.scene} label={`Preview of the ${page.name} page`} />
      <Stack gap="3" padding="6" width="100%">
        <Heading as="h4" size="h4" id={nameId}>
          {page.name}
        </Heading>
        <Text tone="muted">Conversion rate: {page.conversionRate}</Text>
        <Flex as="ul" gap="2" wrap="wrap">
          {page.features.map((feature) => (
            <li key={feature}>
              <Badge>{feature}</Badge>
            </li>
          ))}
        </Flex>
        <Flex justify="space-between" align="center" gap="4" marginTop="2">
          <Text textStyle="h3" fontVariantNumeric="tabular-nums">
            {dollars(page.price)}
          </Text>
          <ViewDemoButton describedBy={nameId} />
        </Flex>
      </Stack>
    </Card>
  );
}

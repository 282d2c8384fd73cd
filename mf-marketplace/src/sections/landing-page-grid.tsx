import { Tooltip } from 'kit/tooltip';
import { Badge, Box, Button, Card, Columns, chakra, Flex, Heading, Picture, Stack, Text } from 'kit/ui';
import { dollars } from '../content/dollars.ts';
import type { LandingPage } from '../content/industry.ts';
import { landingPageSources } from '../content/landing-page-sources.ts';
import { conversionBase, noDemoYet } from '../content/leads-page.ts';

/** "High-Converting Landing Pages" of one industry. */
export function LandingPageGrid({ pages }: { pages: readonly LandingPage[] }) {
  return (
    <Stack gap="6" marginTop={{ base: '12', md: '16' }}>
      <Heading as="h3" size="h3">
        High-Converting Landing Pages
      </Heading>
      {pages.map((page) => (
        <LandingPageCard key={page.id} page={page} />
      ))}
    </Stack>
  );
}

function LandingPageCard({ page }: { page: LandingPage }) {
  return (
    <Card padding="none">
      <Columns width="100%" alignItems="center" rowGap="0">
        <Box order={{ lg: 1 }}>
          <Picture
            {...page.image}
            width={800}
            height={500}
            sources={landingPageSources(page.image)}
            sizes="(min-width: 1024px) 38rem, 100vw"
          />
        </Box>
        <Stack gap="3" padding={{ base: '6', md: '8' }} justifyContent="center">
          <Heading as="h4" size="h3">
            {page.name}
          </Heading>
          <Text tone="muted">
            <span>Conversion rate: {page.conversionRate}</span>{' '}
            <chakra.span display="inline-block">{conversionBase}</chakra.span>
          </Text>
          <Flex as="ul" role="list" gap="2" flexWrap="wrap">
            {page.features.map((feature) => (
              <li key={feature}>
                <Badge>{feature}</Badge>
              </li>
            ))}
          </Flex>
          <Flex flexWrap="wrap" justifyContent="space-between" alignItems="center" gap="4" marginTop="4">
            <Text textStyle="h3" fontVariantNumeric="tabular-nums">
              {dollars(page.price)}
            </Text>
            {/* The specification defines no action for this button, so it says that there is no demo yet. */}
            <Tooltip text={noDemoYet}>
              <Button size="sm" variant="outline" color="muted">
                View Demo
              </Button>
            </Tooltip>
          </Flex>
        </Stack>
      </Columns>
    </Card>
  );
}
